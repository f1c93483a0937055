// What many stored charges cost: with steps of transfers, expiry and notifications on.

import { control } from "../../sandbox/support/control.ts";
import { putLoad, warmUp } from "../load.ts";
import { median, type Row } from "../support/row.ts";
import { startReceiver } from "./receiver.ts";
import {
  callOnce,
  charge,
  chargeOf,
  lookupOf,
  type Place,
  startTarget,
  stop,
  type Target,
} from "./targets.ts";

const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * Calls a second beside a thousand stored charges ÷ beside more of them, each pair within a round; and the times of a
 * transfer and of the console's lists beside each.
 *
 * @param powers numbers of stored charges, as powers of ten; the first is compared with the others
 */
export async function measureSize(
  kind: string,
  makePlace: () => Promise<Place>,
  powers: readonly number[],
): Promise<Row[]> {
  const targets: Target[] = [];
  await using receiver = await startReceiver();
  try {
    // A charge expires soon, so that something is due all the time.
    const settings = { transferSteps: { queued: 20, processing: 20 }, chargeLifetime: 1_000 };
    for (const power of powers)
      targets.push(await startTarget({ ...(await makePlace()), seed: 10 ** power, settings }));
    const make = (target: Target) => chargeOf(target, { ...charge, postbackUrl: receiver.url });
    for (const target of targets) {
      // Code that is not compiled yet is slower than any number of rows.
      await warmUp(target, make(target));
      await warmUp(target, await lookupOf(target));
      await control(target.url, "POST", "/settle", {});
    }
    const charges = targets.map((): number[] => []);
    const lookups = targets.map((): number[] => []);
    for (let round = 0; round < 5; round++) {
      const order = [...targets.entries()];
      for (const [index, target] of round % 2 ? order : order.reverse()) {
        charges[index]?.push(
          (await putLoad(target.url, make(target), { milliseconds: 1000 })).perSecond,
        );
        lookups[index]?.push(
          (await putLoad(target.url, await lookupOf(target), { milliseconds: 500 })).perSecond,
        );
        await control(target.url, "POST", "/settle", {});
      }
    }
    const beside = targets.map((target, index) => ({
      target,
      at: `beside 10${digits[powers[index] ?? 0]} charges, ${kind}`,
    }));
    const rows = [
      ...ratioRows("charges", kind, powers, charges),
      ...ratioRows("lookups", kind, powers, lookups),
    ];
    for (const { target, at } of beside) rows.push(await measureSteps(target, at));
    for (const { target, at } of beside) rows.push(...(await measureLists(target, at)));
    return rows;
  } finally {
    await Promise.all(targets.map(stop));
  }
}

/** @param rates calls a second beside each number of stored charges, one in each round */
function ratioRows(
  what: string,
  kind: string,
  powers: readonly number[],
  [few = [], ...more]: number[][],
): Row[] {
  return more.map((many, index) => {
    const power = powers[index + 1] ?? Number.NaN;
    return {
      name: `sandbox ${what}/s beside 10${digits[powers[0] ?? 0]} charges ÷ beside 10${digits[power]}, ${kind}`,
      value: median(few.map((rate, round) => rate / (many[round] ?? Number.NaN))),
      unit: "ratio",
      bound: { atMost: 1.2 },
      point: { curve: `${what}, ${kind}`, at: 10 ** power },
    };
  });
}

/** From a transfer's creation until it is completed, with steps of 20 ms. */
async function measureSteps(target: Target, at: string): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < 9; round++) {
    const start = performance.now();
    const { id } = await callOnce<{ id: string }>(target, "/pix/out/pixkey", {
      pixKey: "destino@example.com",
      amount: 100,
    });
    while (
      (await callOnce<{ status: string }>(target, `/transfers/${id}`)).status !== "completed"
    ) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    times.push(performance.now() - start);
  }
  const name = `sandbox transfer created until completed, steps of 20 ms, ${at}`;
  return { name, value: median(times), unit: "milliseconds", bound: { atMost: 200 } };
}

/** Lists of the console: the newest, by a filter that finds few, and by texts that are found at once and nowhere. */
const lists: Record<string, string> = {
  newest: "",
  "filter that finds few": "?status=paid",
  "two filters": "?status=canceled&companyId=cmp_none",
  "search for an identifier": "?search=txn_00seed500",
  "search that finds nothing": "?search=nothing%20like%20this",
};

async function measureLists(target: Target, at: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, query] of Object.entries(lists)) {
    const times: number[] = [];
    for (let round = 0; round < 5; round++) {
      const start = performance.now();
      await control(target.url, "GET", `/charges${query}`);
      times.push(performance.now() - start);
    }
    const value = median(times);
    rows.push({
      name: `sandbox list of charges, ${name}, ${at}`,
      value,
      unit: "milliseconds",
      bound: { atMost: 300 },
    });
  }
  return rows;
}
