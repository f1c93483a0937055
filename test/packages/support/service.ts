import {
  type FaultServer,
  json,
  ok,
  refusal,
  reset,
  startServer,
  webhook,
} from "../../client/support/server.ts";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const registration = { ...webhook, name: "Loja" };
const account = {
  bank: "",
  branch: "",
  document: "52998224725",
  account_type: "CHECKING",
  account_number: "",
};
const pix = { emv: "000201", qrCode: png };

/** A service as small as the consumers need it. */
export function startService(): Promise<FaultServer> {
  return startServer({
    "POST /api/v1/pix/in/qrcode": (response, _nth, { body }) =>
      ok(response, {
        id: "txn_1",
        pix,
        status: "pending",
        fees: 75,
        amount: JSON.parse(body).amountInCents,
      }),
    "GET /api/v1/transactions/txn_1": (response, nth) =>
      ok(response, {
        id: "txn_1",
        ...(nth % 2
          ? { status: "pending", pix }
          : { status: "paid", pix: { ...pix, payerInfo: { ...account, name: "Maria" } } }),
      }),
    "POST /api/v1/pix/out/pixkey": (response, _nth, { body }) => {
      const { pixKey, amount } = JSON.parse(body) as { pixKey: string; amount: number };
      if (pixKey.startsWith("lost")) return reset(response);
      if (pixKey.startsWith("poor")) return json(response, 402, refusal("INSUFFICIENT_BALANCE"));
      return ok(response, { id: "trf_1", status: "queued", pixKey, amount });
    },
    "POST /api/v1/webhook": (response, _nth, { body }) =>
      ok(response, { ...registration, url: JSON.parse(body).url, secret: "whsec_1" }),
    "GET /api/v1/webhook": (response) =>
      ok(response, [registration], { "x-ratelimit-remaining": "29" }),
    "DELETE /api/v1/webhook/wh_1": (response) => ok(response, { id: "wh_1", deleted: true }),
  });
}

/** What the consumers say when they run against the service. */
export const expected: Record<string, string> = {
  checkout: "R$\u00a049,90 data:image/png; paid Maria",
  payout: [
    '{"kind":"sent","id":"trf_1","final":false}',
    '{"kind":"refused","why":"no money"}',
    '{"kind":"refused","why":"amount type"}',
    '{"kind":"ask-again","key":"payout-4"}',
    "createTransfer 1",
  ].join("\n"),
  receiver: [
    "200,200,200,200,401",
    "paid txn_1 4990 by Maria",
    "trf_1 refused closed",
    "other coupon_used",
    "unsigned",
    "txn_1",
    "txn_1",
  ].join("\n"),
  registrations: "whsec_ Loja 200 application/json true 29 1",
};
