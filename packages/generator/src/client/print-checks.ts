import { SpecError } from "../../../contract/src/spec-error.ts";
import { camelCase } from "../names.ts";
import { key, literal } from "../print-code.ts";
import type { Rule } from "./rules.ts";

/** Rules as code that checks. */
export interface PrintedChecks {
  /** The check of a rule, as an expression. */
  print(rule: Rule): string;
  /** Declarations of the checks that expressions refer to by name; to be asked for at the end. */
  declarations(): string;
  /** Names of the functions that the expressions call; to be asked for at the end. */
  imports(): string[];
}

/**
 * Prints rules as calls of the runtime's checks.
 *
 * @param rules what `ref` refers to
 * @param indent of the declarations
 */
export function printChecks(rules: Record<string, Rule>, indent: string): PrintedChecks {
  const variables = new Map<string, string>();
  const unfinished = new Set<string>();
  const declared: string[] = [];
  const called = new Set<string>();

  const call = (check: string, ...given: string[]): string => {
    called.add(check);
    return `${check}(${given.join(", ")})`;
  };
  const refer = (name: string): string => {
    const known = variables.get(name);
    // One that is not finished contains itself.
    if (known) return unfinished.has(name) ? `(value, field) => ${known}(value, field)` : known;
    const taken = [...variables.values()];
    const wanted = `${camelCase(name)}Check`;
    const variable = taken.includes(wanted) ? `${wanted}${taken.length}` : wanted;
    variables.set(name, variable);
    unfinished.add(name);
    const code = print(rules[name] ?? { type: "any" });
    unfinished.delete(name);
    called.add("type Check");
    declared.push(`${indent}const ${variable}: Check = ${code};\n`);
    return variable;
  };
  const printFields = (fields: [string, Rule][]): string => {
    // In a literal that is no field.
    if (fields.some(([name]) => name === "__proto__")) throw new SpecError("No field can be named __proto__.");
    const lines = fields.map(([name, rule]) => `${indent}  ${key(name)}: ${print(rule)},\n`);
    return lines.length > 0 ? `{\n${lines.join("")}${indent}}` : "{}";
  };
  const print = (rule: Rule): string => {
    const {
      ref,
      type,
      required = [],
      fields = {},
      items = { type: "any" },
      enum: values,
      pattern,
      https,
      received,
    } = rule;
    if (ref !== undefined) return refer(ref);
    if (rule.anyOf) return call("anyOf", ...rule.anyOf.map(print));
    if (values) return call("oneOf", ...values.map((one) => literal(one)));
    if (type === "object") {
      const entries = Object.entries(fields);
      const optional = entries.filter(([name]) => !required.includes(name));
      const demanded = entries.filter(([name]) => required.includes(name));
      const given = [printFields(demanded), ...(optional.length > 0 ? [printFields(optional)] : [])];
      return call(received ? "received" : "object", ...given);
    }
    if (type === "array") return call("list", print(items), ...(received ? [] : printBounds(rule)));
    if (type === "integer" || type === "number") return call(type, ...printBounds(rule));
    if (type !== undefined) {
      const check = type === "any" ? "anything" : type;
      called.add(check);
      return check;
    }
    if (received && rule.min) {
      called.add("filled");
      return "filled";
    }
    const text = https ? call("httpsUrl", ...printBounds(rule).slice(1)) : call("text", ...printBounds(rule));
    return pattern === undefined ? text : call("matching", `new RegExp(${literal(pattern)}, "u")`, text);
  };
  return { print, declarations: () => declared.join(""), imports: () => [...called].toSorted() };
}

/** The bounds of a rule as arguments; those at the end that are missing are left out. */
function printBounds({ min, max, type }: Rule): string[] {
  if (max === undefined) return min === undefined ? [] : [literal(min)];
  // No length is less than 0; a number may be.
  return [literal(min ?? (type === undefined || type === "array" ? 0 : undefined)), literal(max)];
}
