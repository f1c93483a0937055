import type { Check, Finding } from "../../../server/src/rules.ts";
import { loadContract } from "./contract.ts";
import { type InvalidField, InvalidInputError } from "./invalid-input-error.ts";
import type { ControlOperation } from "./types.ts";

/** What an operation is given, beside the identifiers in its path. */
export interface Input {
  query?: unknown;
  body?: unknown;
}

/** Fields that an error names at most. */
const mostFields = 20;

/**
 * Checks what an operation is given against the control plane's contract; fields that it does not know are wrong.
 *
 * @throws {InvalidInputError}
 */
export async function checkInput(id: ControlOperation, { query = {}, body }: Input): Promise<void> {
  const { operations, forms } = await loadContract();
  const operation = operations[id];
  const wrong = [...runCheck(operation.query, query, forms), ...checkBody(operation, body, forms)];
  if (wrong.length > 0) throw new InvalidInputError(wrong);
}

type Forms = Readonly<Record<string, string>>;

function checkBody(
  { body: check, bodyRequired }: { body?: Check; bodyRequired?: boolean },
  body: unknown,
  forms: Forms,
): InvalidField[] {
  const isAbsent = body === undefined || body === null;
  if (check) {
    if (!isAbsent) return runCheck(check, body, forms);
    return bodyRequired ? [{ path: "", message: "A body is required" }] : [];
  }
  // Some clients send an empty object where there is nothing to say.
  const isEmpty = typeof body === "object" && body !== null && !Array.isArray(body) && Object.keys(body).length === 0;
  return isAbsent || isEmpty ? [] : [{ path: "", message: "No body is expected" }];
}

function runCheck(check: Check, value: unknown, forms: Forms): InvalidField[] {
  if (check(value)) return [];
  const byPath = new Map<string, { message: string; isOfType: boolean }>();
  for (const finding of check.errors ?? []) {
    const path = pathOf(finding);
    const known = byPath.get(path);
    const isOfType = finding.keyword === "type";
    // Of a value that may be of several types, what is wrong for its own says most.
    const saysMore = known?.isOfType === true && !isOfType && finding.keyword !== "anyOf" && !isOfNumber(finding);
    if (!known || saysMore) byPath.set(path, { message: messageOf(finding, forms), isOfType });
  }
  return [...byPath].slice(0, mostFields).map(([path, { message }]) => ({ path, message }));
}

/** Whether what is wrong is the format of a number, which says less than its type. */
function isOfNumber({ keyword, params }: Finding): boolean {
  return keyword === "format" && /^(int32|int64|double|float)$/.test(String(params.format));
}

/** Names and positions joined by dots, down to the field that is missing or not known. */
function pathOf({ instancePath, keyword, params }: Finding): string {
  const at = instancePath.slice(1).replaceAll("/", ".");
  const name = { required: params.missingProperty, additionalProperties: params.additionalProperty }[keyword];
  return [at, name].filter(Boolean).join(".");
}

function messageOf({ keyword, params, message = "is wrong" }: Finding, forms: Forms): string {
  switch (keyword) {
    case "required":
      return "is required";
    case "additionalProperties":
      return "is not known here";
    case "enum":
      return `must be ${oneOf(params.allowedValues)}`;
    case "const":
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case "pattern": {
      const pattern = String(params.pattern);
      return `has the wrong form: ${forms[pattern]?.replace(/\.$/, "") ?? pattern}`;
    }
    default:
      return message;
  }
}

function oneOf(values: unknown): string {
  const texts = Array.isArray(values) ? values.map(String) : [String(values)];
  return texts.length === 1 ? String(texts[0]) : `one of ${texts.join(", ")}`;
}
