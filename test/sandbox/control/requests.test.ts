import { describe, expect, test } from "vitest";
import {
  createSandbox,
  type RunningSandbox,
} from "../../../packages/sandbox/src/create-sandbox.ts";
import { makeCaller } from "../support/caller.ts";
import { onEachStorage } from "../support/storages.ts";
import { authorize, charge } from "./support/call.ts";

/** Posts charges as text, with a token of the first company. */
async function poster(sandbox: RunningSandbox) {
  const authorization = await authorize(sandbox);
  return (body: string, type = "application/json") =>
    sandbox.fetch("http://localhost/api/v1/pix/in/qrcode", {
      method: "POST",
      headers: { authorization, "content-type": type },
      body,
    });
}

onEachStorage("the request log", (makePlace) => {
  test("has each request with its answer and the caller, newest first, and follows the clock", async () => {
    await using sandbox = await createSandbox(await makePlace());
    const { control, credentials, fetch } = sandbox;
    await control.clock.freeze();
    const { now } = await control.clock.set("2027-05-05T12:00:00.000Z");
    const { id } = await makeCaller({ credentials, fetch }).transactions.create(charge);
    const { items } = await control.requests.list();
    expect(items.map(({ operation }) => operation)).toEqual(["createCharge", "issueToken"]);
    const { companyId } = await control.credentials();
    const logged = await control.requests.read(items[0]?.id ?? "");
    expect(logged).toMatchObject({
      at: now,
      method: "POST",
      path: "/api/v1/pix/in/qrcode",
      operation: "createCharge",
      companyId,
      status: 200,
    });
    expect(JSON.parse(logged.request.body)).toEqual(charge);
    expect(JSON.parse(logged.response.body)).toMatchObject({ success: true, data: { id } });
    expect(logged.response.headers).toMatchObject({ "x-ratelimit-limit": "100" });
  });

  test("keeps the last 1,000", async () => {
    await using sandbox = await createSandbox(await makePlace());
    const { control, fetch } = sandbox;
    for (let round = 0; round < 11; round++) {
      await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          fetch(`http://localhost/nothing?${round * 100 + index}`),
        ),
      );
      await control.requests.list({ limit: 1 });
    }
    const paths: string[] = [];
    let before: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof control.requests.list>> = await control.requests.list({
        limit: 200,
        ...(before !== null && { before }),
      });
      paths.push(...page.items.map(({ path }) => path));
      before = page.next;
    } while (before !== null);
    expect(paths).toHaveLength(1_000);
    expect(new Set(paths).size).toBe(1_000);
    expect(paths).not.toContain("/nothing?0");
    expect(paths).toContain("/nothing?1099");
    expect(await control.requests.clear()).toEqual({ removed: 1_000 });
  });
});

describe("what the log shows", () => {
  test("images are shortened and documents shown; an unauthenticated request has no company", async () => {
    await using sandbox = await createSandbox();
    const { control, credentials, fetch } = sandbox;
    const pix = makeCaller({ credentials, fetch });
    await pix.transactions.create({ ...charge, description: "x".repeat(140) });
    const [entry] = (await control.requests.list()).items;
    const { request, response } = await control.requests.read(entry?.id ?? "");
    expect(request.body).toContain("52998224725");
    expect(response.body).toMatch(/"qrCode":"iVBOR[^"]{35}… \(\d+ characters more\)"/);
    await fetch("http://localhost/api/v1/webhook");
    const [refused] = (await control.requests.list()).items;
    expect(refused).toMatchObject({ status: 401, companyId: null });
  });

  test("invalid requests: unknown paths, broken and deep bodies, and long ones, which are shortened", async () => {
    await using sandbox = await createSandbox();
    const { control, fetch } = sandbox;
    const send = await poster(sandbox);
    await send("{");
    await send(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`);
    await send(JSON.stringify({ long: "y".repeat(100_000) }));
    await fetch("http://localhost/nowhere?x=1", { method: "PUT" });
    const { items } = await control.requests.list({ limit: 4 });
    expect(items.map(({ status }) => status)).toEqual([404, 400, 400, 400]);
    expect(items[0]).toMatchObject({ method: "PUT", path: "/nowhere?x=1", operation: null });
    const [, long] = await Promise.all(items.map(({ id }) => control.requests.read(id)));
    expect(long?.request.body).toMatch(/y… \(\d+ characters\)$/);
    expect(long?.request.body.length).toBeLessThan(21_000);
  });

  test("the control plane and the console are not in it", async () => {
    await using sandbox = await createSandbox();
    for (const url of ["http://localhost/_sandbox/api/state", "http://localhost/_sandbox"]) {
      expect(
        (await sandbox.fetch(url, { headers: { accept: "text/html, */*" } })).status,
        url,
      ).toBe(200);
    }
    expect((await sandbox.control.requests.list()).items).toEqual([]);
  });
});

test("a body is kept as it came, also an invalid one; entries have the error's code and the object's id", async () => {
  await using sandbox = await createSandbox();
  const send = await poster(sandbox);
  const broken = '{"amountInCents": 4990,, "apiSecret": "hidden"}';
  await send(broken);
  await send("<charge/>", "text/xml");
  await send(JSON.stringify(charge, undefined, 4));
  const { items } = await sandbox.control.requests.list({ operation: "createCharge" });
  expect(items.map(({ errorCode }) => errorCode)).toEqual([
    null,
    "UNSUPPORTED_MEDIA_TYPE",
    "MALFORMED_JSON",
  ]);
  const [created] = (await sandbox.control.charges.list()).items;
  expect(items[0]?.objectId).toBe(created?.id);
  const bodies = await Promise.all(
    items.map(async ({ id }) => (await sandbox.control.requests.read(id)).request.body),
  );
  expect(bodies).toEqual([
    JSON.stringify(charge, undefined, 4),
    "<charge/>",
    '{"amountInCents": 4990,, "apiSecret": "[redacted]"}',
  ]);
  expect((await sandbox.control.requests.list({ outcome: "error" })).items).toHaveLength(2);
  expect(
    (await sandbox.control.requests.list({ outcome: "success", search: "PIX/IN" })).items,
  ).toHaveLength(1);
});
