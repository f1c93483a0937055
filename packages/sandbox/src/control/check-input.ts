import type { Reader } from "@packages/contract/src/check/read.ts";
import { isObject } from "@packages/contract/src/check/run.ts";
import { checkBody as checkServiceBody } from "@pix-contract/server";
import type { Sandbox } from "../context.ts";
import type { OperationId } from "../control-client.ts";
import { makeTolerance } from "../notifications/destinations.ts";
import { type InvalidField, InvalidInputError } from "./invalid-input-error.ts";

type Contract = typeof import("@pix-contract/control/operations.js");

let loading: Promise<Contract> | undefined;

/** The control plane's own contract, loaded with its first call: a sandbox starts without it. */
export function loadContract(): Promise<Contract> {
  loading ??= import("@pix-contract/control/operations.js");
  return loading;
}

/** Fields that an error names at most. */
const maxFields = 20;

/**
 * Checks what an operation is given, besides the identifiers in its path, against the control plane's contract; fields that it does not know are wrong.
 *
 * @throws {InvalidInputError}
 */
export async function checkInput(
  id: OperationId,
  { query = {}, body }: { query?: unknown; body?: unknown },
): Promise<void> {
  const { operations, forms } = await loadContract();
  const operation = operations[id];
  const wrong = [...runCheck(operation.query, query, forms), ...checkBody(operation, body, forms)];
  if (wrong.length > 0) throw new InvalidInputError(wrong);
}

type Forms = Readonly<Record<string, string>>;

function checkBody(
  { body: check, bodyRequired }: { body?: Reader; bodyRequired?: boolean },
  body: unknown,
  forms: Forms,
): InvalidField[] {
  const isAbsent = body === undefined || body === null;
  if (check) {
    if (!isAbsent) return runCheck(check, body, forms);
    return bodyRequired ? [{ path: "", message: "A body is required" }] : [];
  }
  // Some clients send an empty object if there is nothing to say.
  const isEmpty = isObject(body) && Object.keys(body).length === 0;
  return isAbsent || isEmpty ? [] : [{ path: "", message: "No body is expected" }];
}

function runCheck(check: Reader, value: unknown, forms: Forms): InvalidField[] {
  const { findings } = check(value, { maxFindings: maxFields });
  return findings.map(({ path, rule, limit, message }) => {
    if (rule !== "pattern") return { path, message };
    return {
      path,
      message: `has the wrong form: ${forms[String(limit)]?.replace(/\.$/, "") ?? limit}`,
    };
  });
}

/** Checks a body against the service's contract, as a request's would be. @throws {InvalidInputError} */
export function checkRequest(
  sandbox: Sandbox,
  operation: "createCharge" | "createTransfer" | "createWebhook",
  body: unknown,
): void {
  const wrong = checkServiceBody(operation, body, makeTolerance(sandbox));
  if (wrong.length > 0)
    throw new InvalidInputError(wrong.map(({ path, message }) => ({ path, message })));
}
