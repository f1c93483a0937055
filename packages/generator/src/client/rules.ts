import type { Contract, Operation } from "../../../contract/src/model.ts";
import { type Schema, schemaName } from "../../../contract/src/openapi.ts";
import { mergeSchema } from "../../../contract/src/schemas.ts";

/** A rule for a value: the part of JSON Schema that a client checks before it sends a request. */
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
}

/** A rule for a parameter. */
export interface ParameterRule extends Omit<Rule, "required"> {
  in: "query" | "header";
  required?: boolean;
}

/** Name of the rule of an operation's body. */
export function bodyRule({ id, body }: Operation): string | undefined {
  return body && (body.schema.$ref ? schemaName(body.schema.$ref) : id);
}

/** The rules of a contract's request bodies that a client checks before it sends, by schema. */
export function collectRules(contract: Contract): Record<string, Rule> {
  const rules: Record<string, Rule> = {};
  const visit = (rule: Rule): void => {
    if (rule.ref !== undefined && !(rule.ref in rules)) {
      const target = toRule(contract, contract.schemas[rule.ref] ?? {});
      rules[rule.ref] = target;
      visit(target);
    }
    for (const inner of Object.values(rule.fields ?? {})) visit(inner);
    for (const inner of rule.anyOf ?? []) visit(inner);
    if (rule.items) visit(rule.items);
  };
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

/**
 * The rule of a schema.
 *
 * A client checks what a caller can get wrong by mistake: presence, types, bounds, lengths, values and `https:`. Forms
 * of documents, keys and phone numbers are left to the service, which has codes of its own for them; of a pattern there
 * stays that the text is not empty.
 */
export function toRule(contract: Contract, schema: Schema): Rule {
  const merged = mergeSchema(contract, schema);
  // What is small is said in place.
  if (schema.$ref && merged.properties) return { ref: schemaName(schema.$ref) };
  const variants = merged.anyOf ?? merged.oneOf;
  if (variants) return joinRules(variants.map((variant) => toRule(contract, variant)));
  const { type } = merged;
  const open = merged["x-open-set"];
  const https = merged.format === "https-url";
  return compact({
    type: type === "string" ? undefined : isType(type) ? type : "any",
    required: merged.required,
    fields:
      merged.properties &&
      Object.fromEntries(Object.entries(merged.properties).map(([name, field]) => [name, toRule(contract, field)])),
    items: merged.items && toRule(contract, merged.items),
    enum: open ? undefined : (merged.enum as Rule["enum"]),
    min: https
      ? undefined
      : (merged.minimum ?? merged.minLength ?? merged.minItems ?? (refusesEmpty(merged) ? 1 : undefined)),
    max: boundOf(merged),
    https: https || undefined,
  });
}

/** One rule for alternatives: a single one where all are texts of some length, or else a list. */
function joinRules(rules: Rule[]): Rule {
  const lengthsOnly = rules.every((rule) => Object.keys(rule).every((name) => name === "min" || name === "max"));
  if (!lengthsOnly) return { anyOf: rules };
  const bounded = rules.every(({ max }) => max !== undefined);
  return compact({
    min: Math.min(...rules.map(({ min = 0 }) => min)) || undefined,
    max: bounded ? Math.max(...rules.map(({ max = 0 }) => max)) : undefined,
  });
}

/** The upper bound of a schema. What JavaScript cannot count to is no whole number to the check of one. */
function boundOf({ type, maximum, maxLength, maxItems }: Schema): number | undefined {
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
