// Prints rows of a table as functions that copy a value that fits, several times faster than the interpreter. A value that
// does not fit is read again by the interpreter, which names the violation.
import type { FormatCheck, Formats } from "@packages/contract/src/check/run.ts";
import { boundSigns } from "@packages/contract/src/check/scalars.ts";
import type {
  CheckTable,
  Field,
  FormatBy,
  Row,
  RowOf,
  ScalarConstraint,
} from "@packages/contract/src/check/table.ts";
import { literal } from "../print-code.ts";

/** Makes the condition of a value that is its own copy. */
type Test = (value: string) => string;

/**
 * A function that is given `ReadTools` and returns functions by the numbers of their rows.
 *
 * @param wanted rows that are read by themselves
 */
export function printReads(table: CheckTable, formats: Formats, wanted: readonly number[]): string {
  const printer = new ReadPrinter(table, formats);
  for (const row of wanted) printer.add(row);
  return printer.print();
}

class ReadPrinter {
  readonly #table: CheckTable;
  readonly #formats: Formats;
  readonly #reads = new Map<number, string>();
  /** Rows that are being printed, and those of them that hold themselves. */
  readonly #underWay = new Set<number>();
  readonly #recursive = new Set<number>();
  /** Names of the patterns. */
  readonly #patterns = new Map<string, string>();

  constructor(table: CheckTable, formats: Formats) {
    this.#table = table;
    this.#formats = formats;
  }

  print(): string {
    return [
      "({ formats, hasLength, hasOthers, isObject, interpret }) => {",
      ...[...this.#patterns].map(
        ([pattern, name]) => `const ${name} = new RegExp(${literal(pattern)}, "u");`,
      ),
      ...this.#reads.values(),
      `return { ${[...this.#reads.keys()].map((row) => `${row}: read${row}`).join(", ")} };`,
      "}",
    ].join("\n");
  }

  /**
   * Adds the function of a row. Rarer kinds are interpreted, and so is a row within itself: its values may be nested
   * without end.
   */
  add(index: number): void {
    if (this.#underWay.has(index)) this.#recursive.add(index);
    if (this.#reads.has(index)) return;
    // Its place is taken before it is printed, because it may hold itself.
    this.#reads.set(index, `const read${index} = interpret(${index});`);
    const row = this.#table[index] as Row;
    if (!hasFunction(row)) return;
    this.#underWay.add(index);
    const lines = row.kind === "array" ? this.#printList(row) : this.#printObject(row);
    this.#underWay.delete(index);
    if (this.#recursive.has(index)) return;
    const body = [...lines, "return copy;"].map((line) => `  ${line}`).join("\n");
    this.#reads.set(index, `const read${index} = (value, options) => {\n${body}\n};`);
  }

  #printList({ items, rules = [] }: RowOf<"array">): string[] {
    const bounds = rules.map(
      ([rule, limit]) => `value.length ${rule === "maxItems" ? ">" : "<"} ${limit}`,
    );
    return [
      `if (${["!Array.isArray(value)", ...bounds].join(" || ")}) return;`,
      "const copy = [];",
      "const { length } = value;",
      "for (let index = 0; index < length; index++) {",
      "  const item = value[index];",
      ...this.#printCheck(items, "item", "part", true).map((line) => `  ${line}`),
      `  copy.push(${this.#testFor(items) ? "item" : "part"});`,
      "}",
    ];
  }

  #printObject({ fields, rest, formats = [] }: RowOf<"object">): string[] {
    const copies = fields.map(([, row], at) => (this.#testFor(row) ? `given${at}` : `part${at}`));
    const firstOptional = fields.findIndex(([, , presence]) => presence !== 1);
    // An object that has its fields from the start is made faster.
    const count = firstOptional < 0 ? fields.length : firstOptional;
    const first = fields.slice(0, count).map(([name], at) => `${literal(name)}: ${copies[at]}`);
    const later = fields.slice(count).map((field, at) => printPut(field, `${copies[count + at]}`));
    return [
      "if (!isObject(value)) return;",
      ...fields.map(([name], at) => `const given${at} = ${printTake(name)};`),
      ...fields.flatMap(([, row, presence], at) =>
        this.#printCheck(row, `given${at}`, `part${at}`, presence === 1),
      ),
      `const copy = { ${first.join(", ")} };`,
      ...later,
      `if (${rest === false ? "" : "options.dropped && "}hasOthers(value, copy)) return;`,
      ...formats.flatMap((choice) => this.#printChoice(choice)),
    ];
  }

  /** Lines that return if a string does not have the format that another field selects. */
  #printChoice({ name, by, formats }: FormatBy): string[] {
    const text = `copy[${literal(name)}]`;
    return Object.entries(formats).flatMap(([value, format]) => {
      const test = this.#testForRule(["format", format], "function");
      if (typeof test !== "function") return [];
      const isChosen = `copy[${literal(by)}] === ${literal(value)} && typeof ${text} === "string"`;
      return [`if (${isChosen} && !${test(text)}) return;`];
    });
  }

  /** Lines that return if a value does not fit, and else put its copy into a variable if it is not its own. */
  #printCheck(row: number, value: string, copy: string, isRequired: boolean): string[] {
    const isGiven = isRequired ? "" : `${value} !== undefined && `;
    const test = this.#testFor(row);
    if (test) return [`if (${isGiven}!(${test(value)})) return;`];
    this.add(row);
    // A value that is not given has no copy.
    return [
      `const ${copy} = ${isRequired ? "" : `${value} === undefined ? undefined : `}read${row}(${value}, options);`,
      `if (${isGiven}${copy} === undefined) return;`,
    ];
  }

  /** The condition of a value that is its own copy; undefined if values of the row are copied. */
  #testFor(index: number): Test | undefined {
    const row = this.#table[index] as Row;
    switch (row.kind) {
      case "boolean":
        return (value) => `typeof ${value} === "boolean"`;
      case "enum":
        return (value) => row.values.map((one) => `${value} === ${literal(one)}`).join(" || ");
      case "string":
        return this.#testForText(row.rules);
      case "number":
        // A copy has another type.
        return row.bigint ? undefined : this.#testForNumber(row);
      case "union": {
        const tests = row.variants.map((variant) => this.#testFor(variant));
        if (row.exact || tests.includes(undefined)) return undefined;
        return (value) => tests.map((test) => `(${test?.(value)})`).join(" || ");
      }
      default:
        return undefined;
    }
  }

  #testForText(rules: readonly ScalarConstraint[] = []): Test | undefined {
    const formats = rules.flatMap(([rule, name]) =>
      rule === "format" ? (this.#formats[name] ?? []) : [],
    );
    // A number in a string.
    if (formats.some((format) => typeof format !== "function")) return undefined;
    const tests = rules.flatMap((rule) =>
      isImplied(rule, formats) ? [] : this.#testForRule(rule, "function"),
    );
    return (value) =>
      [`typeof ${value} === "string"`, ...tests.map((test) => test(value))].join(" && ");
  }

  #testForNumber({ integer, rules = [] }: RowOf<"number">): Test {
    const tests = rules.flatMap((rule) => this.#testForRule(rule, "object"));
    const type = integer ? "Number.isInteger" : "Number.isFinite";
    return (value) => [`${type}(${value})`, ...tests.map((test) => test(value))].join(" && ");
  }

  /** @param kind of the formats that values of the row have: a function for strings */
  #testForRule([rule, limit]: ScalarConstraint, kind: "function" | "object"): Test | [] {
    switch (rule) {
      case "minLength":
        return (value) => `hasLength(${value}, ${limit}, Infinity)`;
      case "maxLength":
        return (value) => `hasLength(${value}, 0, ${limit})`;
      case "pattern": {
        const name = this.#patterns.get(String(limit)) ?? `pattern${this.#patterns.size}`;
        this.#patterns.set(String(limit), name);
        return (value) => `${name}.test(${value})`;
      }
      case "format": {
        if (typeof this.#formats[limit] !== kind) return [];
        const method = kind === "object" ? ".validate" : "";
        return (value) => `formats[${literal(String(limit))}]${method}(${value})`;
      }
      case "multipleOf":
        return (value) => `Number.isInteger(${value} / ${limit})`;
      default:
        return (value) => `${value} ${boundSigns[rule]} ${limit}`;
    }
  }
}

/** Reads a field. Properties that every object inherits are not fields. */
function printTake(name: string): string {
  const field = `value[${literal(name)}]`;
  return name in Object.prototype
    ? `Object.hasOwn(value, ${literal(name)}) ? ${field} : undefined`
    : field;
}

/** Puts a copy into the copy of its object. */
function printPut([name, , presence, fallback]: Field, copy: string): string {
  const put = (value: string): string => `copy[${literal(name)}] = ${value};`;
  if (presence === 1) return put(copy);
  const fill = fallback === undefined ? "" : ` else if (options.fill) ${put(literal(fallback))}`;
  return `if (${copy} !== undefined) ${put(copy)}${fill}`;
}

/** Whether a pattern need not be tried, because each string of a format matches it. */
function isImplied([rule, limit]: ScalarConstraint, formats: readonly FormatCheck[]): boolean {
  return (
    rule === "pattern" &&
    formats.some((format) => typeof format === "function" && format.implies === limit)
  );
}

/** Whether a row is printed; rarer ones are interpreted. */
function hasFunction(row: Row): row is RowOf<"object" | "array"> {
  if (row.kind === "object")
    return typeof row.rest !== "number" && row.fields.every(([name]) => name !== "__proto__");
  return row.kind === "array" && !row.rules?.some(([rule]) => rule === "uniqueItems");
}
