// Facts that the sandbox reads from the contract itself, so that it cannot differ from it.
import contract from "@pix-contract/openapi/contract.json" with { type: "json" };

export const { errors, lifecycles, operations, delivery, schemas } = contract;

/** The contract's example of an error. @throws {TypeError} if it has no such error */
export function errorExample(code: string): { status: number; message: string; details: unknown } {
  const error = errors.find((candidate) => candidate.code === code);
  if (!error) throw new TypeError(`The contract has no error ${code}.`);
  return { status: error.status, message: error.message, details: error.details?.example };
}

const { lifetime, unit } = requireValue(
  operations.flatMap((operation) => ("token" in operation ? operation.token : []))[0],
  "how long a token lives",
);

/** The lifetime of a token in its response, in the unit of the contract. */
export const expiresIn = lifetime;

/** Milliseconds for which a token lives. */
export const tokenLifetime = unit === "seconds" ? lifetime * 1000 : lifetime;

/** Milliseconds for which a charge can be paid. */
export const chargeLifetime = 1000 * readExpiry();

function readExpiry(): number {
  const moves: { from: string | null; after?: number }[] = lifecycles.flatMap(
    ({ subject, transitions }) => (subject === "transaction" ? transitions : []),
  );
  const expiry = moves.find(({ from, after }) => from === "pending" && after !== undefined);
  return requireValue(expiry?.after, "the time after which a charge expires");
}

/** Registrations that a company may have. */
export const webhookLimit = (errorExample("WEBHOOK_LIMIT_EXCEEDED").details as { limit: number })
  .limit;

/** Fields of a registration that a request leaves out. */
export const webhookDefaults = {
  name: schemas.WebhookRequest.properties.name.default,
  isActive: schemas.WebhookRequest.properties.isActive.default,
};

function requireValue<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new TypeError(`The contract does not state ${what}.`);
  return value;
}
