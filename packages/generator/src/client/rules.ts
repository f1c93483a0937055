import type { Contract, Operation } from "../../../contract/src/model.ts";
import { type Schema, schemaName } from "../../../contract/src/openapi.ts";
import { mergeSchema } from "../../../contract/src/schemas.ts";

/** A rule for a value: the part of JSON Schema that a client checks before it sends a request, and when it gets a response. */
export interface Rule {
  /** Name of the rule that says it all. */
  ref?: string;
  /** A text where nothing is said. */
  type?: "integer" | "number" | "boolean" | "array" | "object" | "any";
  required?: string[];
  fields?: Record<string, Rule>;
  items?: Rule;
  enum?: (string | number | boolean | null)[];
  /** Bounds of a number, of the length of a text in Unicode code points, or of the number of entries. */
  min?: number;
  max?: number;
  pattern?: string;
  /** Whether it has to be an absolute `https:` URL. */
  https?: boolean;
  anyOf?: Rule[];
  /** Of a response: optional fields may be null, and a text must hold more than spaces where it must not be empty. */
  received?: boolean;
}

/** A rule for a parameter. */
export interface ParameterRule extends Omit<Rule, "required"> {
  in: "query" | "header";
  required?: boolean;
  /** What divides the items of a list that is one text. */
  separator?: string;
}

/** Name of the rule of an operation's body. */
export function bodyRule({ id, body }: Operation): string | undefined {
  return body && (body.schema.$ref ? schemaName(body.schema.$ref) : id);
}

/** The rules of a contract's bodies that a client checks, by schema: those of responses have names of their own. */
export function collectRules(contract: Contract, results: Schema[]): Record<string, Rule> {
  const rules: Record<string, Rule> = {};
  const visit = (rule: Rule): void => {
    if (rule.ref !== undefined && !(rule.ref in rules)) {
      const received = rule.ref.startsWith(receivedPrefix);
      const name = received ? rule.ref.slice(receivedPrefix.length) : rule.ref;
      const target = toRule(contract, contract.schemas[name] ?? {}, received);
      rules[rule.ref] = target;
      visit(target);
    }
    for (const inner of Object.values(rule.fields ?? {})) visit(inner);
    for (const inner of rule.anyOf ?? []) visit(inner);
    if (rule.items) visit(rule.items);
  };
  for (const result of results) visit(toRule(contract, result, true));
  for (const operation of contract.operations) {
    const name = bodyRule(operation);
    if (name === undefined || !operation.body) continue;
    if (operation.body.schema.$ref) visit({ ref: name });
    else {
      rules[name] = toRule(contract, operation.body.schema);
      visit(rules[name]);
    }
  }
  return rules;
}

const receivedPrefix = "Received";

/**
 * The rule of a schema.
 *
 * A client checks what a caller can get wrong by mistake: presence, types, bounds, lengths, values and `https:`. Forms
 * of documents, keys and phone numbers are left to the service, which has codes of its own for them; of a pattern there
 * stays that the text is not empty. Of a response it checks presence, types and closed sets of values, not bounds: a
 * value above its maximum does not undo what was done.
 */
export function toRule(contract: Contract, schema: Schema, received = false): Rule {
  const merged = mergeSchema(contract, schema);
  // What is small is said in place.
  if (schema.$ref && merged.properties) return { ref: `${received ? receivedPrefix : ""}${schemaName(schema.$ref)}` };
  const variants = merged.anyOf ?? merged.oneOf;
  if (variants) return joinRules(variants.map((variant) => toRule(contract, variant, received)));
  const { type } = merged;
  const open = merged["x-open-set"];
  const https = merged.format === "https-url";
  return compact({
    type: type === "string" ? undefined : isType(type) ? type : "any",
    required: merged.required,
    fields:
      merged.properties &&
      Object.fromEntries(
        Object.entries(merged.properties).map(([name, field]) => [name, toRule(contract, field, received)]),
      ),
    items: merged.items && toRule(contract, merged.items, received),
    enum: open ? undefined : (merged.enum as Rule["enum"]),
    ...(received
      ? { min: (merged.minLength ?? 0) > 0 || refusesEmpty(merged) ? 1 : undefined, received }
      : { min: https ? undefined : lowerBoundOf(merged), max: upperBoundOf(merged), https: https || undefined }),
  });
}

/** One rule for alternatives: a single one where all are texts of some length, or else a list. */
function joinRules(rules: Rule[]): Rule {
  const lengthsOnly = rules.every((rule) => Object.keys(rule).every((name) => /^(min|max|received)$/.test(name)));
  if (!lengthsOnly) return { anyOf: rules };
  const bounded = rules.every(({ max }) => max !== undefined);
  return compact({
    received: rules[0]?.received,
    min: Math.min(...rules.map(({ min = 0 }) => min)) || undefined,
    max: bounded ? Math.max(...rules.map(({ max = 0 }) => max)) : undefined,
  });
}

function lowerBoundOf(schema: Schema): number | undefined {
  return schema.minimum ?? schema.minLength ?? schema.minItems ?? (refusesEmpty(schema) ? 1 : undefined);
}

/** The upper bound of a schema. What JavaScript cannot count to is no whole number to the check of one. */
function upperBoundOf({ type, maximum, maxLength, maxItems }: Schema): number | undefined {
  return type === "integer" && maximum === Number.MAX_SAFE_INTEGER ? undefined : (maximum ?? maxLength ?? maxItems);
}

function refusesEmpty({ type, pattern }: Schema): boolean {
  return type === "string" && pattern !== undefined && !new RegExp(pattern, "u").test("");
}

function isType(type: Schema["type"]): type is NonNullable<Rule["type"]> {
  return typeof type === "string" && type !== "null" && type !== "string";
}

type Loose = { [name in keyof Rule]: Rule[name] | undefined };

function compact(rule: Loose): Rule {
  return Object.fromEntries(Object.entries(rule).filter(([, part]) => part !== undefined)) as Rule;
}
