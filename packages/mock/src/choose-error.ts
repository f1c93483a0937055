import type { IncomingHttpHeaders } from "node:http";
import type { CataloguedError, Contract, Operation } from "../../contract/src/model.ts";
import { credentialsCauses } from "./credentials.ts";
import { fieldCode } from "./field-code.ts";
import type { Violation } from "./prism.ts";
import type { Body } from "./read-body.ts";

/** A request that an operation does not accept. */
export interface BadRequest {
  headers: IncomingHttpHeaders;
  body: Body;
  violations: Violation[];
}

/**
 * The error that the contract has for what is wrong with a request: credentials come first, then a body that cannot be
 * read, then its fields. Undefined where the contract has no such error.
 */
export function chooseError(contract: Contract, operation: Operation, bad: BadRequest): CataloguedError | undefined {
  const { headers, body, violations } = bad;
  if (violations.some(({ code }) => code === 401)) {
    return errorByCause(contract, credentialsCauses(headers.authorization), operation);
  }
  if (body.fault) return errorByCause(contract, [body.fault], operation);
  const codeAt = (violation: Violation) => codeOf(contract, operation, bad, violation);
  // One rule without a code of its own makes the whole a general validation error.
  const [first] = violations.some((violation) => codeAt(violation) === undefined) ? [] : violations;
  const code = first && codeAt(first);
  return contract.errors.find((error) => error.code === code) ?? errorByCause(contract, ["validation"], operation);
}

/** The error of the first cause that has one: one that the operation lists, else any of the contract. */
function errorByCause(contract: Contract, causes: string[], operation: Operation): CataloguedError | undefined {
  const errors = causes.flatMap((cause) => contract.errors.filter((error) => error.causes?.includes(cause)));
  return errors.find(({ operations }) => operations.includes(operation.id)) ?? errors[0];
}

function codeOf(contract: Contract, operation: Operation, bad: BadRequest, violation: Violation): string | undefined {
  const [part] = violation.path ?? [];
  const { body, idempotency, parameters } = operation;
  if (part === "header" && violation.code === "required" && idempotency) {
    // Prism names the missing header in its message alone.
    const required = parameters.filter((parameter) => parameter.in === "header" && parameter.required);
    const missing = required.filter(({ name }) => !(name.toLowerCase() in bad.headers));
    return missing.every(({ name }) => name === idempotency.header) ? idempotency.missing : undefined;
  }
  return part === "body" && body ? fieldCode(contract.schemas, body.schema, bad.body.value, violation) : undefined;
}
