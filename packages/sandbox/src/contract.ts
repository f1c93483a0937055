// What the sandbox reads of the contract itself, so that it cannot differ from it.
import contract from "@pix-contract/openapi/contract.json" with { type: "json" };

export const { errors, lifecycles, operations, delivery, schemas } = contract;

/** What the contract shows as an example of an error. @throws {TypeError} where it has no such error */
export function errorExample(code: string): { status: number; message: string; details: unknown } {
  const error = errors.find((candidate) => candidate.code === code);
  if (!error) throw new TypeError(`The contract has no error ${code}.`);
  return { status: error.status, message: error.message, details: error.details?.example };
}
