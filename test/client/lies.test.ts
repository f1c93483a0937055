// Providers that lie: a success or a refusal that is not the contract's, or is about something else, proves nothing.
import { expect, test } from "vitest";
import { contract } from "../support/contract.ts";
import { callsOf, charges, failure, setUp, transfers } from "./support/client.ts";
import { answers, json, refusal, usual, webhook } from "./support/server.ts";

const calls = callsOf();
type Body = Record<string, unknown>;
interface Lie {
  name: string;
  body: (honest: Body) => unknown;
  /** The operations to which this is no lie. */
  except?: string[];
}

const operations: Record<string, { route: string; data: unknown }> = {
  createTransfer: { route: transfers, data: usual.trf_ },
  getTransfer: { route: "GET /api/v1/transfers/trf_1", data: usual.trf_ },
  createCharge: { route: charges, data: usual.txn_ },
  getTransaction: {
    route: "GET /api/v1/transactions/txn_1",
    data: { ...usual.txn_, status: "paid" },
  },
  createWebhook: { route: "POST /api/v1/webhook", data: { ...webhook, secret: "whsec_1" } },
  listWebhooks: { route: "GET /api/v1/webhook", data: [webhook] },
  deleteWebhook: { route: "DELETE /api/v1/webhook/wh_1", data: { id: "wh_1", deleted: true } },
};

/** The answer with another value of one field of its result, or without the field. */
const change =
  (field: string, value?: unknown) =>
  ({ data, ...rest }: Body): unknown => {
    const one = { ...((Array.isArray(data) ? data[0] : data) as Body), [field]: value };
    return { ...rest, data: Array.isArray(data) ? [one] : one };
  };
const lookups = ["getTransfer", "getTransaction"];
const ids = [false, 0, 1, {}, [], null, "", "   ", undefined];
const others = Object.entries(operations).map(([id, { data }]): Lie => {
  // The fields of a lookup are those of a creation and more.
  const except = [
    id,
    ...(id === "getTransfer" ? ["createTransfer"] : []),
    ...(id === "getTransaction" ? ["createCharge"] : []),
  ];
  if (id === "createTransfer") except.push("getTransfer");
  if (id === "createCharge") except.push("getTransaction");
  // By its identifier alone, which is all that is documented, a registration cannot be told apart from another object.
  except.push("createWebhook");
  if (id === "createWebhook") except.push("deleteWebhook");
  return { name: `the result of ${id}`, body: (honest) => ({ ...honest, data }), except };
});
const lies: Lie[] = [
  ...[undefined, null, 0, 1, "false", "true", false].map((success) => ({
    name: `\`success\` ${JSON.stringify(success)}`,
    body: (honest: Body) => ({ ...honest, success }),
  })),
  ...[{ code: "INTERNAL_ERROR", message: "" }, {}, [], false, 0, ""].map((error) => ({
    name: `\`error\` ${JSON.stringify(error)} next to it`,
    body: (honest: Body) => ({ ...honest, error }),
  })),
  ...["", "null", "[]", "<html>", '"true"'].map((text) => ({
    name: `the body ${text}`,
    body: () => text,
  })),
  ...[null, [], "", {}, [null], undefined].map((data) => ({
    name: `\`data\` ${JSON.stringify(data)}`,
    body: (honest: Body) => ({ ...honest, data }),
    // No document promises a field of the answer to a deletion.
    except: { "[]": ["listWebhooks"], "{}": ["deleteWebhook"] }[JSON.stringify(data)] ?? [],
  })),
  ...ids.map((id) => ({
    name: `\`id\` ${JSON.stringify(id)}`,
    body: change("id", id),
    // No document promises that it is there.
    except: (id ?? undefined) === undefined ? [...lookups, "deleteWebhook"] : [],
  })),
  {
    name: "another id",
    body: change("id", "other_1"),
    except: ["createTransfer", "createCharge", "createWebhook", "listWebhooks"],
  },
  {
    name: "the id in other letters",
    body: (honest) => change("id", (honest.data as Body).id?.toString().toUpperCase())(honest),
    except: ["createTransfer", "createCharge", "createWebhook", "listWebhooks"],
  },
  ...others,
];
const own: Record<string, Lie[]> = {
  createTransfer: [
    { name: "another amount", body: change("amount", 1) },
    { name: "another key", body: change("pixKey", "b@example.com") },
    ...[undefined, "", " ", null, 0, ["queued"], { status: "queued" }].map((status) => ({
      name: `\`status\` ${JSON.stringify(status)}`,
      body: change("status", status),
    })),
    ...["150000", 150_000.5, 150_000.000_000_1, null, true, [150_000], undefined, -150_000].map(
      (amount) => ({
        name: `\`amount\` ${JSON.stringify(amount)}`,
        body: change("amount", amount),
      }),
    ),
    { name: "fees in quotes", body: change("fees", "100") },
    { name: "a key of spaces", body: change("pixKey", "  ") },
  ],
  createCharge: [
    { name: "another amount", body: change("amount", 1) },
    { name: "no code to pay with", body: change("pix", { qrCode: "aGVsbG8=" }) },
    { name: "a code of spaces", body: change("pix", { emv: " ", qrCode: "aGVsbG8=" }) },
    { name: "no image", body: change("pix", { emv: "000201" }) },
    {
      name: "a list in the place of codes",
      body: change("pix", [{ emv: "000201", qrCode: "aGVsbG8=" }]),
    },
  ],
  createWebhook: [{ name: "another URL", body: change("url", "https://other.example/pix") }],
};

test.each(Object.keys(operations))(
  "%s: a success that is not the one that was asked for is none",
  async (id) => {
    const { route, data } = operations[id] as (typeof operations)[string];
    const call = calls[id] as (typeof calls)[string];
    const honest = { success: true, message: "Done.", data };
    let body: unknown = honest;
    const { pix } = await setUp(
      { [route]: (response) => json(response, 200, body) },
      { retry: false },
    );
    await call(pix);
    for (const lie of [...lies, ...(own[id] ?? [])].filter(
      ({ except = [] }) => !except.includes(id),
    )) {
      body = lie.body(honest);
      const error = await failure(call(pix)).catch(() => expect.fail(`${lie.name} was believed`));
      expect([lie.name, error.name, error.outcome]).toEqual([
        lie.name,
        "InvalidResponseError",
        "unknown",
      ]);
    }
    // What the contract leaves open stays welcome.
    for (const welcome of [
      change("extra", { a: 1 }),
      change("status", "under_review"),
      ({ message: _, ...rest }: Body) => rest,
    ]) {
      body = welcome(honest);
      await call(pix);
    }
  },
);

test("a URL may be written otherwise, and an optional field be null", async () => {
  const created = { ...webhook, url: "https://shop.example.com/", secret: "whsec_1" };
  const { pix } = await setUp({
    "POST /api/v1/webhook": answers(200, { success: true, data: created }),
    "GET /api/v1/transfers/trf_1": answers(200, {
      success: true,
      error: null,
      data: { ...usual.trf_, reason: null },
    }),
  });
  expect((await pix.webhooks.create({ url: "https://shop.example.com" })).id).toBe("wh_1");
  expect((await pix.transfers.get("trf_1")).reason).toBeNull();
});

const all = contract.errors.map(({ code, status }): [code: string, status: number] => [
  code,
  status,
]);
test.each(["createTransfer", "createCharge"])(
  "%s: only the contract's own code with its own status is a refusal",
  async (id) => {
    const { route } = operations[id] as (typeof operations)[string];
    const call = calls[id] as (typeof calls)[string];
    let answer: [status: number, body: unknown] = [200, {}];
    const { pix } = await setUp(
      { [route]: (response) => json(response, ...answer) },
      { retry: false },
    );
    const listed = (code: string): boolean =>
      contract.errors.some(
        (one) =>
          one.code === code &&
          (one.anywhere || one.operations.some((name) => name === id || name === "issueToken")),
      );
    const open = ["DUPLICATE_IDEMPOTENCY_KEY", "INTERNAL_ERROR"];
    for (const [code, status] of all) {
      answer = [status, refusal(code)];
      const outcome = listed(code) && !open.includes(code) ? "refused" : "unknown";
      expect([code, (await failure(call(pix))).outcome]).toEqual([code, outcome]);
      for (const [lie, body] of [
        [status === 422 ? 402 : 422, refusal(code)],
        [status, { ...refusal(code), success: true }],
        [status, { ...refusal(code), data: usual.trf_ }],
        [status, refusal(`${code}_2`)],
        [status, refusal(code.toLowerCase())],
        [status, refusal(`${code} `)],
        [status, refusal(`X,${status} ${code}`)],
        [status, { success: false, error: { code: [code], message: "" } }],
        [status, { success: false, error: code }],
        [status, { success: false, code, message: "" }],
        [status, [refusal(code)]],
        [status, JSON.stringify(refusal(code))],
        [status, { ...refusal(code), success: "false" }],
        [status, { ...refusal(code), success: undefined }],
      ] as [number, unknown][]) {
        answer = [lie, body];
        expect([code, lie, (await failure(call(pix))).outcome]).toEqual([code, lie, "unknown"]);
      }
    }
  },
);
