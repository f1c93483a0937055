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
  "a text in the wrong format": charge({ pix: { emv: secret, qrCode } }),
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
  "itself in itself": (() => {
    const pix: Record<string, unknown> = { qrCode };
    pix.emv = pix;
    return charge({ pix });
  })(),
};
