import { _, Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import type { Contract } from "../../../contract/src/model.ts";
import { SpecError } from "../../../contract/src/spec-error.ts";
import type { Format } from "../../../server/src/request/formats.ts";
import { banner } from "../print-code.ts";
import { checkSchema } from "./check-schema.ts";

/** Modules that compiled checks need, as their own module names them. */
interface Modules {
  /** Folder of the server's runtime. */
  runtime: string;
  /** Module that exports `formats`, or `standardFormats` where it is the runtime's. */
  formats: string;
}

const packageModules: Modules = { runtime: "../../../../packages/server/src", formats: "../all-formats.ts" };

/** Modules in place of those that Ajv's code would load from Ajv; those of the runtime begin with `/`. */
const replacements: Record<string, { name: string; from: string }> = {
  'require("ajv/dist/runtime/ucs2length").default': { name: "textLength", from: "/request/text-length.ts" },
  'require("ajv/dist/runtime/equal").default': { name: "isDeepStrictEqual", from: "node:util" },
};

/**
 * Compiles schemas into a module without dependencies that exports a check for each, by name. Compiled when the package
 * is generated, so that a server which starts does not pay for it.
 *
 * @param schemas as `checkSchema` and `parametersSchema` make them
 * @param options `coerce`: whether texts are turned into what a schema asks for and defaults are filled in, as parameters need it
 *   and bodies must not have it; `inline`: whether small schemas are repeated where they are used, which is faster and
 *   takes more room; `modules`: where the module finds what it needs, those of the server's package if absent
 */
export function compileChecks(
  contract: Pick<Contract, "schemas">,
  formats: Record<string, Format>,
  schemas: Record<string, object>,
  {
    coerce = false,
    inline = true,
    modules = packageModules,
  }: { coerce?: boolean; inline?: boolean; modules?: Modules } = {},
): string {
  // The keywords of `checkSchema` mean the same in the older dialect, whose code does not keep a record of what it has seen.
  const ajv = new Ajv({
    strict: true,
    allErrors: true,
    unicodeRegExp: true,
    coerceTypes: coerce,
    useDefaults: coerce,
    removeAdditional: false,
    inlineRefs: inline,
    code: { source: true, esm: true, lines: false, formats: _`formats` },
  });
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  for (const [name, schema] of Object.entries(contract.schemas)) {
    // Ajv writes the name into a comment as it is.
    if (!/^[\w.-]+$/.test(name)) throw new SpecError(`${JSON.stringify(name)} cannot be the name of a schema.`);
    ajv.addSchema({ ...checkSchema(schema), $id: `${name}.json` });
  }
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema({ ...schema, $id: name });
  const names = Object.keys(schemas);
  return replaceRequires(shortened(printChecks(ajv, names)), modules);
}

function printChecks(ajv: Ajv, names: readonly string[]): string {
  try {
    return standalone.default(ajv, Object.fromEntries(names.map((name) => [name, name])));
  } catch (error) {
    throw new SpecError(`The contract's schemas cannot be checked: ${(error as Error).message}.`, { cause: error });
  }
}

/**
 * Says in fewer words what Ajv repeats at every rule: where it stands in the schema, which nobody reads, how a finding is
 * added, and the findings of a missing field and of a wrong type. Counts characters only of texts whose length in code
 * units leaves a doubt. Inside of a text every quote is escaped, so that no
 * path in one matches.
 */
function shortened(code: string): string {
  return code
    .replace(/,schemaPath:"(?:[^"\\]|\\.)*"/g, "")
    .replace(
      /const (err\d+) = (\{(?:"(?:[^"\\]|\\.)*"|[^"])*?\});if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}/g,
      "(vErrors ??= []).push($2);",
    )
    .replace(
      /\{instancePath(?::([^,{}]+))?,keyword:"required",params:\{missingProperty: ("[^"\\]*")\},message:"must have required property '"\+\2\+"'"\}/g,
      (_found, path = "instancePath", name) => `missing(${path}, ${name})`,
    )
    .replace(
      /\{instancePath(?::([^,{}]+))?,keyword:"type",params:\{type: "(\w+)"\},message:"must be \2"\}/g,
      (_found, path = "instancePath", type) => `wrongType(${path}, "${type}")`,
    )
    .replace(/if\((func\d+\((data\d*)\)) ([<>]) (\d+)\)/g, (_found, length, data, sign, limit) =>
      // No text has more characters than code units, or fewer than half as many.
      sign === ">"
        ? `if(${data}.length > ${limit} && ${length} > ${limit})`
        : `if(${data}.length < ${2 * Number(limit)} && ${length} < ${limit})`,
    );
}

/** Two calls of a text in quotes never match: inside them, JSON has escaped every quote. */
function replaceRequires(code: string, { runtime, formats }: Modules): string {
  const used = new Set<string>();
  const replaced = code.replace(/require\("[^"]*"\)(?:\.default)?/g, (call) => {
    const found = replacements[call];
    if (!found) throw new Error(`Ajv's code needs ${call}, which the server's runtime does not have.`);
    used.add(`import { ${found.name} } from "${found.from.replace(/^(?=\/)/, runtime)}";`);
    return found.name;
  });
  for (const name of ["missing", "wrongType"]) {
    if (replaced.includes(`push(${name}(`)) used.add(`import { ${name} } from "${runtime}/request/findings.ts";`);
  }
  if (/(?<![\w.])formats[.[]/.test(replaced)) {
    const name = formats.startsWith(runtime) ? "standardFormats as formats" : "formats";
    used.add(`import { ${name} } from "${formats}";`);
  }
  return [banner, ...[...used].sort(), replaced.replace(/^"use strict";/, ""), ""].join("\n");
}
