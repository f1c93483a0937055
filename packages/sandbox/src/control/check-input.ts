import type { Reader } from "@packages/contract/src/check/read.ts";
import { isObject } from "@packages/contract/src/check/run.ts";
import { suggestName } from "@packages/contract/src/command-line.ts";
import { checkBody as checkServiceBody } from "@pix-contract/server";
import type { Sandbox } from "../context.ts";
import type { OperationId } from "../control-client.ts";
import { makeTolerance } from "../notifications/destinations.ts";
import { type InvalidField, InvalidInputError } from "./invalid-input-error.ts";

type Violation = ReturnType<typeof checkServiceBody>[number];

type Contract = typeof import("../describe-contract.ts");

let loading: Promise<Contract> | undefined;

/** The control plane's own contract, loaded with its first call: a sandbox starts without it. */
export function loadContract(): Promise<Contract> {
  loading ??= import("../describe-contract.ts");
  return loading;
}

/** Fields that an error names at most. */
const maxFields = 20;

/**
 * Checks the input of an operation, besides the identifiers in its path, against the control plane's contract; fields that
 * it does not know are wrong.
 *
 * @throws {InvalidInputError}
 */
export async function checkInput(
  id: OperationId,
  { query = {}, body }: { query?: unknown; body?: unknown },
): Promise<void> {
  const { operations, forms } = await loadContract();
  const operation = operations[id];
  const { checkQuery, checkBody, isBodyRequired } = operation;
  const isAbsent = body === undefined || body === null;
  // Some clients send an empty object instead of no body.
  const isEmpty = isAbsent || (isObject(body) && Object.keys(body).length === 0);
  const wrong = checkValue(checkQuery, query, forms, () => Object.keys(operation.query));
  if (checkBody && !isAbsent)
    wrong.push(...checkValue(checkBody, body, forms, () => Object.keys(operation.fields)));
  else if (isBodyRequired) wrong.push({ path: "", message: "A body is required" });
  else if (!isEmpty) wrong.push({ path: "", message: "No body is expected" });
  if (wrong.length > 0) throw new InvalidInputError(wrong);
}

function checkValue(
  check: Reader,
  value: unknown,
  forms: Readonly<Record<string, string>>,
  listPaths: () => string[],
): InvalidField[] {
  const { findings } = check(value, { maxFindings: maxFields });
  return findings.map((violation) => {
    const field = explain(violation, forms[String(violation.limit)]);
    return violation.rule === "additionalProperties"
      ? describeUnknownField(field.path, listPaths())
      : field;
  });
}

/**
 * A field that is not known, with the nearest name of its object.
 *
 * @param paths the known fields: `transferSteps.queued`
 */
export function describeUnknownField(path: string, paths: readonly string[]): InvalidField {
  const start = path.lastIndexOf(".") + 1;
  const names = paths
    .filter((known) => known.startsWith(path.slice(0, start)))
    .map((known) => known.slice(start).split(".", 1)[0] ?? "");
  const suggestion = suggestName(path.slice(start), names);
  return { path, message: suggestion ? `is not known here.${suggestion}` : "is not known here" };
}

/** A violation in a sentence. @param about description of the pattern or its field */
function explain({ path, rule, message }: Violation, about = ""): InvalidField {
  if (message === "must be integer") return { path, message: "must be a whole number" };
  // The first paragraph: those after it have the basis of the statement.
  const form = about.split("\n")[0]?.replace(/\.$/, "");
  return {
    path,
    message: /^(pattern|format)$/.test(rule) && form ? `has the wrong form: ${form}` : message,
  };
}

/** Checks a body against the service's contract, as a request's would be. @throws {InvalidInputError} */
export async function checkRequest(
  sandbox: Sandbox,
  operation: "createCharge" | "createTransfer" | "createWebhook",
  body: unknown,
): Promise<void> {
  const wrong = checkServiceBody(operation, body, makeTolerance(sandbox));
  if (wrong.length === 0) return;
  const { operations } = await loadContract();
  const { fields } = operations[operation === "createWebhook" ? "addWebhook" : operation];
  throw new InvalidInputError(wrong.map((one) => explain(one, fields[one.path]?.about)));
}
