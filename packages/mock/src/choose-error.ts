import type { IncomingHttpHeaders } from "node:http";
import type { ValueViolation } from "@packages/contract/src/check/read.ts";
import { isObject } from "@packages/contract/src/check/run.ts";
import type { CataloguedError, Contract, Operation } from "@packages/contract/src/model.ts";
import { credentialsCauses } from "./credentials.ts";
import type { PrismViolation } from "./prism.ts";
import { checkReceived, type ReceivedBody } from "./read-body.ts";

/**
 * The contract's error for a wrong request: credentials come first, then a body that cannot be
 * read, then its fields. Undefined if the contract has no such error.
 */
export function chooseError(
  contract: Contract,
  operation: Operation,
  { authorization }: IncomingHttpHeaders,
  { fault }: ReceivedBody,
  violations: readonly PrismViolation[],
  mistakes: readonly WrongField[],
): CataloguedError | undefined {
  if (violations.some(({ code }) => code === 401)) {
    return errorByCause(contract, credentialsCauses(authorization), operation);
  }
  if (fault) return errorByCause(contract, [fault], operation);
  const codes = mistakes.map(({ code }) => code);
  // One rule without a code makes the whole a general validation error.
  const code = codes.includes(undefined) ? undefined : codes[0];
  return (
    contract.errors.find((error) => error.code === code) ??
    errorByCause(contract, ["validation"], operation)
  );
}

/** The error of the first cause that has one: one that the operation lists, else any of the contract. */
function errorByCause(
  contract: Contract,
  causes: string[],
  operation: Operation,
): CataloguedError | undefined {
  const errors = causes.flatMap((cause) =>
    contract.errors.filter((error) => error.causes?.includes(cause)),
  );
  return errors.find(({ operations }) => operations.includes(operation.id)) ?? errors[0];
}

function headerCode(
  { idempotency, parameters }: Operation,
  headers: IncomingHttpHeaders,
  { path: [part] = [], code }: PrismViolation,
): string | undefined {
  if (part !== "header" || code !== "required" || !idempotency) return undefined;
  // Prism names the missing header in its message alone.
  const required = parameters.filter(
    (parameter) => parameter.in === "header" && parameter.required,
  );
  const missing = required.filter(({ name }) => !(name.toLowerCase() in headers));
  return missing.every(({ name }) => name === idempotency.header) ? idempotency.missing : undefined;
}

/** A mistake in a field of a request, with its code if it has one. */
type WrongField = Pick<ValueViolation, "path" | "rule" | "message"> & { code?: string | undefined };

/** Each field of a request that is wrong: those of the body in their order, as the contract's own checks name them. */
export function findMistakes(
  contract: Contract,
  operation: Operation,
  headers: IncomingHttpHeaders,
  { value }: ReceivedBody,
  violations: readonly PrismViolation[],
): WrongField[] {
  const isInBody = ({ path: [part] = [] }: PrismViolation): boolean => part === "body";
  const others = violations.filter((one) => !isInBody(one));
  return [
    ...others.map((violation) => {
      const { path = [], code, message } = violation;
      const field = path.slice(1).join(".");
      const own = headerCode(operation, headers, violation);
      return { path: field, rule: String(code), message, code: own };
    }),
    ...(operation.body && violations.some(isInBody)
      ? checkReceived(contract, operation.body, value).findings
      : []),
  ];
}

/**
 * The body of an error that names the wrong fields of the request instead of the fields of its example. Lists of such
 * fields are recognised by their entries, which have the same keys as those of the example: `{ path, message }`.
 */
export function nameFields(
  body: unknown,
  { details }: CataloguedError,
  wrong: readonly WrongField[],
): unknown {
  const exampleFields: unknown = details?.example;
  const [entry] = Array.isArray(exampleFields) ? (exampleFields as unknown[]) : [];
  if (!isObject(entry) || !("path" in entry) || wrong.length === 0) return body;
  const wrongEntries = wrong.map((field) =>
    Object.fromEntries(Object.entries(field).filter(([name]) => name in entry)),
  );
  const keysOf = (object: object): string => Object.keys(object).join();
  const isFieldList = (value: unknown): boolean =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => isObject(one) && keysOf(one) === keysOf(entry));
  const replace = (value: unknown): unknown => {
    if (isFieldList(value)) return wrongEntries;
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replace(one)]));
  };
  return replace(body);
}
