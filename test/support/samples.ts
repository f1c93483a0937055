// Requests as the contract has them, and the response of one, without anything that would send them.

export const charge = {
  amountInCents: 4990,
  customer: {
    name: "Maria Aparecida de Souza",
    email: "maria.souza@example.com",
    documentType: "cpf" as const,
    document: "52998224725",
  },
};

export const transfer = { pixKey: "destino@example.com", amount: 150_000 };

/** The transfer as a service answers with it. */
export const accepted = {
  ...transfer,
  id: "trf_1",
  status: "queued",
  netAmount: 149_900,
  fees: 100,
};

/** The error that a promise rejects with. @throws if it does not reject */
export async function failure(
  promise: PromiseLike<unknown>,
): Promise<Error & Record<string, unknown>> {
  try {
    await promise;
  } catch (error) {
    return error as Error & Record<string, unknown>;
  }
  throw new Error("The call did not fail.");
}
