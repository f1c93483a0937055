// Results of handlers that break the contract.
export const secret = "S3CRET";

const emv =
  "00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca255204000053039865802BR5917LOJA EXEMPLO LTDA6009SAO PAULO62070503***63044846";
const qrCode =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";

/** What createCharge may give, but for the fields that are changed. */
export const charge = (change: object) => ({
  id: "txn_1",
  status: "pending",
  fees: 75,
  amount: 100,
  pix: { emv, qrCode },
  ...change,
});

/** What a handler may give by mistake, with a secret in it. */
export const hostile: Record<string, unknown> = {
  "a text": secret,
  "a list": [charge({}), secret],
  nothing: null,
  "no value": undefined,
  "a function": () => secret,
  "an object for a text": charge({ id: { secret } }),
  "an object for a field of an object": charge({ pix: { emv: { secret }, qrCode } }),
  "a list for an object": charge({ pix: [{ secret }] }),
  "a text for an object": charge({ pix: secret }),
  "a text for a number": charge({ amount: secret }),
  "an object for a number": charge({ amount: { valueOf: () => 1, secret } }),
  "no number": charge({ amount: Number.NaN }),
  "no end": charge({ amount: Number.POSITIVE_INFINITY }),
  "half a centavo": charge({ amount: 0.5 }),
  "a big integer": charge({ amount: 1n }),
  "another status": charge({ status: secret }),
  "a missing field": { ...charge({}), pix: undefined },
  "a symbol": charge({ id: Symbol(secret) }),
  "its own JSON": charge({ pix: { toJSON: () => secret } }),
  "a text object": charge({ id: new String(secret) }),
  "a date": new Date(),
  "a promise": Promise.resolve(charge({})),
  "a map": new Map([["id", secret]]),
  "an error": new Error(secret),
  "a proxy that throws": new Proxy(
    {},
    {
      get: () => {
        throw new Error(secret);
      },
    },
  ),
  "a getter that throws": Object.defineProperty(charge({}), "id", {
    enumerable: true,
    get: () => {
      throw new Error(secret);
    },
  }),
  "a list of a billion": Object.assign([], { length: 2 ** 32 - 1 }),
  "a class of its own": new (class {
    id = secret;
    toJSON() {
      return charge({ id: secret });
    }
  })(),
  "a text with U+0000": charge({ id: `${secret}\0` }),
  "a lone surrogate": charge({ id: `${secret}\ud800` }),
  "the other half, within": charge({ pix: { emv: `${emv}\udc00${secret}`, qrCode } }),
  "itself in itself": (() => {
    const pix: Record<string, unknown> = { qrCode };
    pix.emv = pix;
    return charge({ pix });
  })(),
};

interface Reply {
  ok(data: unknown, message?: unknown): never;
  fail(code: string, message?: unknown, details?: unknown): never;
  send(status: number, body?: unknown, headers?: object): never;
}

const timestamp = "2026-11-25T00:00:00.000Z";
const error = (code: string, details: unknown, message: unknown = "No.") => ({
  success: false,
  error: { code, message, details },
  timestamp,
});
const success = { success: true, message: "Made.", data: charge({}) };

/** Answers of createCharge that break the contract, or would pass a secret on, by every way to answer. */
export const hostileReplies: Record<string, (reply: Reply) => never> = {
  "an error of another operation, sent": (reply) => reply.send(400, error("WEBHOOK_NOT_FOUND", {})),
  "an error with the status of another": (reply) => reply.send(422, error("INVALID_EMAIL", {})),
  "an error that no contract has": (reply) => reply.send(400, error(secret, {})),
  "an error as a success": (reply) => reply.send(200, error("INVALID_EMAIL", {})),
  "a success as an error": (reply) => reply.send(400, success),
  "details where there are none": (reply) => reply.send(401, error("TOKEN_EXPIRED", { secret })),
  "details of another kind": (reply) => reply.send(400, error("VALIDATION_ERROR", { secret })),
  "details where there are none, of a handler": (reply) =>
    reply.fail("TOKEN_EXPIRED", undefined, { secret }),
  "an object in a list of details": (reply) =>
    reply.fail("VALIDATION_ERROR", undefined, [{ path: { secret }, message: "" }]),
  "an object in the details": (reply) =>
    reply.send(422, error("AMOUNT_TOO_LOW", { path: { secret } })),
  "details that are required": (reply) => reply.send(429, error("RATE_LIMIT_EXCEEDED", undefined)),
  "no text for a message": (reply) => reply.send(400, error("INVALID_EMAIL", {}, { secret })),
  "U+0000 in a message of a success": (reply) => reply.ok(charge({}), `${secret}\0`),
  "half a pair in a message of an error": (reply) => reply.fail("INVALID_EMAIL", `${secret}\ud800`),
  "half a pair in a message that is sent": (reply) =>
    reply.send(400, error("INVALID_EMAIL", {}, `${secret}\ud800`)),
  "U+0000 in details": (reply) => reply.fail("INVALID_EMAIL", undefined, { path: `${secret}\0` }),
  "half a pair in details that are sent": (reply) =>
    reply.send(400, error("INVALID_EMAIL", { path: `${secret}\udfff` })),
  "U+0000 in a list of details": (reply) =>
    reply.fail("VALIDATION_ERROR", undefined, [{ path: `${secret}\0`, message: "" }]),
  "a getter that differs when it is read again": (reply) => {
    let reads = 0;
    const details = {
      get path() {
        reads += 1;
        return reads === 1 ? { secret } : "a";
      },
    };
    return reply.send(400, error("INVALID_EMAIL", details));
  },
  "U+0000 in a header": (reply) => reply.send(200, success, { "X-Note": `${secret}\0` }),
};

/** Answers of createCharge of which only a secret is left out. */
export const leakyReplies: Record<string, (reply: Reply) => never> = {
  "an unknown detail": (reply) => reply.fail("INVALID_EMAIL", undefined, { path: "a", secret }),
  "an unknown detail, sent": (reply) =>
    reply.send(400, error("INVALID_EMAIL", { path: "a", secret })),
  "a detail whose name is a secret": (reply) =>
    reply.send(422, error("AMOUNT_TOO_LOW", { path: "a", minimum: 1, [secret]: 1 })),
  "an unknown field of an error": (reply) =>
    reply.send(400, { ...error("INVALID_EMAIL", undefined), secret }),
  "an unknown field beside the code": (reply) =>
    reply.send(400, {
      success: false,
      error: { code: "INVALID_EMAIL", message: "", secret },
      timestamp,
    }),
  "an unknown header": (reply) => reply.send(200, success, { "X-Note": secret }),
};
