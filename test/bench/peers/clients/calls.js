// What each client does: it looks an object up, and creates one with an idempotency key, as ours does by itself.

export const body = {
  pixKey: "destino@example.com",
  amount: 150_000,
  description: "Repasse semanal",
};

export const headers = { Authorization: "Bearer a.b.c" };
export const keyHeaders = () => ({ ...headers, "x-idempotency-key": crypto.randomUUID() });

/** Fails if a result is not the object. */
export function expectTransfer(result) {
  if (result?.id !== "trf_1") throw new Error(`This is no transfer: ${JSON.stringify(result)}`);
}
