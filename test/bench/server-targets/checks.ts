// The checks of a hand-written service: the contract's schemas by Ajv.

import { standardFormats } from "@packages/contract/src/check/formats.ts";
import { formats } from "@pix-contract/formats/index.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { document } from "../../support/contract.ts";
import { type CallName, callNames, operationOf } from "./request.ts";

type Check = (value: unknown) => boolean;

/**
 * Makes the checks of bodies and of responses.
 *
 * @param strips whether unknown fields are removed and defaults filled in
 */
export function makeChecks(strips: boolean): Record<CallName, { body: Check; response: Check }> {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    unicodeRegExp: true,
    ...(strips && { removeAdditional: "all" as const, useDefaults: true }),
  });
  for (const [name, format] of Object.entries({ ...standardFormats, ...formats }))
    ajv.addFormat(name, format as never);
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
    ajv.addSchema({ ...(withIds(schema) as object), $id: `${name}.json` });
  const compile = (schema: unknown): Check =>
    schema === undefined ? () => true : ajv.compile(withIds(schema) as object);
  const checks = callNames.map((name) => {
    const { body, responses } = operationOf(name);
    const success = responses.find(({ status }) => status === 200);
    return [name, { body: compile(body?.schema), response: compile(success?.schema) }];
  });
  return Object.fromEntries(checks);
}

/**
 * A schema whose references lead to schemas of Ajv. Without conditions: `removeAdditional` would remove the fields that a
 * condition does not name.
 */
function withIds(schema: unknown): unknown {
  const conditions = ["if", "then", "else"];
  const plain = JSON.stringify(schema, (key, value) =>
    conditions.includes(key) ? undefined : value,
  );
  return JSON.parse(plain.replaceAll(/#\/components\/schemas\/(\w+)/g, "$1.json"));
}
