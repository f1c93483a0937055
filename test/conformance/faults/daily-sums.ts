import { compoundKey } from "@packages/contract/src/compound-key.ts";
import type { PixCheckName } from "../../../packages/conformance/src/index.ts";
import type { Fault } from "./faulty-server.ts";
import { claimsOf, fault, isOk, isReplayed, operationOf, parse, withBody } from "./tools.ts";

/** How a server sums up what a company sends on a day: centavos before, those of a transfer, and its fees. */
interface Rules {
  sent?(sum: number, amount: number, fees: number): number;
  replayed?(sum: number, amount: number): number;
  refused?(sum: number, amount: number): number;
  /** What comes back on the day on which it was sent, and later. */
  back?(sum: number, amount: number): number;
  late?(sum: number, amount: number): number;
  renewed?(sum: number): number;
  /** Hours after midnight in UTC at which a day begins. */
  begins?: number;
}

const right: Required<Rules> = {
  sent: (sum, amount) => sum + amount,
  replayed: (sum) => sum,
  refused: (sum) => sum,
  back: (sum, amount) => sum - amount,
  late: (sum) => sum,
  renewed: (sum) => sum,
  begins: 3,
};

/** Sums of the days of companies, by rules. */
class Sums {
  readonly #rules: Required<Rules>;
  readonly #sums = new Map<string, number>();
  readonly #days = new Map<string, number>();

  constructor(rules: Rules) {
    this.#rules = { ...right, ...rules };
  }

  of(company: string, now: number): number {
    return this.#sums.get(compoundKey(company, this.#dayOf(now))) ?? 0;
  }

  /** @param id of the transfer */
  note(
    what: Exclude<keyof Rules, "begins" | "late">,
    company: string,
    now: number,
    id = "",
    amount = 0,
    fees = 0,
  ) {
    const day = this.#dayOf(now);
    const isLate = what === "back" && this.#days.get(id) !== day;
    const sum = this.#rules[isLate ? "late" : what](this.of(company, now), amount, fees);
    this.#sums.set(compoundKey(company, day), sum);
    if (what === "sent") this.#days.set(id, day);
    // The day on which it was sent gets it back.
    const own = compoundKey(company, this.#days.get(id));
    if (isLate) this.#sums.set(own, (this.#sums.get(own) ?? 0) - amount);
  }

  #dayOf(now: number): number {
    return Math.floor((now - this.#rules.begins * 3_600_000) / 86_400_000);
  }
}

/** A server that sums up by rules of its own, in what it shows and in what it refuses. */
export const sumsUp = (
  name: string,
  checks: PixCheckName | readonly PixCheckName[],
  rules: Rules,
): Fault => ({
  ...fault(name, checks, async (passage) => {
    const { request, body, memory, world, forward } = passage;
    memory.own ??= new Sums(rules);
    memory.real ??= new Sums({});
    const now = await world.now();
    const isTransfer = operationOf(request) === "createTransfer";
    const off = (company: string) => memory.own.of(company, now) - memory.real.of(company, now);
    if (request.method === "PATCH" && request.path.endsWith("/settings"))
      memory.limit = body.dailyLimit ?? memory.limit;
    if (isTransfer && memory.limit !== undefined)
      await world.sandbox.control.settings.change({
        dailyLimit: Math.max(0, memory.limit - off(claimsOf(request).sub)),
      });
    const answer = await forward();
    const { data, amount, companyId, id } = parse(answer.body) ?? {};
    const note = (...of: Parameters<Sums["note"]>) => {
      for (const sums of [memory.own, memory.real]) sums.note(...of);
    };
    if (isTransfer && answer.status === 402)
      note("refused", claimsOf(request).sub, now, "", body.amount);
    if (isTransfer && isOk(answer))
      note(
        isReplayed(answer) ? "replayed" : "sent",
        claimsOf(request).sub,
        now,
        data.id,
        data.amount,
        data.fees,
      );
    if (isOk(answer) && /\/transfers\/\w+\/(refuse|cancel)$/.test(request.path))
      note("back", companyId, now, id, amount);
    const [, renewed] = /\/companies\/(\w+)\/secret$/.exec(request.path) ?? [];
    if (renewed !== undefined) note("renewed", renewed, now);
    if (!request.path.includes("/companies")) return answer;
    return withBody(answer, (view) => {
      for (const one of view.items ?? [view])
        if (one.sentToday !== undefined) one.sentToday += off(one.id);
      return view;
    });
  }),
  isAskedThrough: true,
});

/** Faults of daily sums. */
export const dailySumFaults: readonly Fault[] = [
  sumsUp("counts refused and canceled transfers into the daily sum", ["ledger", "balance"], {
    back: (sum) => sum,
  }),
  sumsUp("counts replays into the daily sum", "ledger", {
    replayed: (sum, amount) => sum + amount,
  }),
  sumsUp("counts transfers above the balance into the daily sum", "ledger", {
    refused: (sum, amount) => sum + amount,
  }),
  sumsUp("counts net amounts into the daily sum", "ledger", {
    sent: (sum, amount, fees) => sum + amount - fees,
  }),
  sumsUp("counts only the day's largest transfer", "ledger", { sent: Math.max }),
  sumsUp("keeps a daily sum per idempotency key", "ledger", { sent: (_, amount) => amount }),
  sumsUp("keeps a daily sum per API secret", "ledger", { renewed: () => 0 }),
  sumsUp("subtracts refused and canceled transfers twice", "ledger", {
    back: (sum, amount) => sum - 2 * amount,
  }),
  sumsUp("starts the day at midnight UTC", "balance", { begins: 0 }),
  sumsUp("starts the day at 08:00 in São Paulo", "balance", { begins: 11 }),
];
