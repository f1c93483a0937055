// The check of a charge in a hand-written service: the contract's schema by Ajv.

import { standardFormats } from "@packages/contract/src/check/formats.ts";
import { formats } from "@pix-contract/formats/index.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { document } from "../../support/contract.ts";

export const ajv = new Ajv2020({ strict: false, allErrors: true, unicodeRegExp: true });
for (const [name, format] of Object.entries({ ...standardFormats, ...formats }))
  ajv.addFormat(name, format);
for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
  const text = JSON.stringify(schema).replaceAll(/#\/components\/schemas\/(\w+)/g, "$1.json");
  ajv.addSchema({ ...(JSON.parse(text) as object), $id: `${name}.json` });
}

/** Whether a body is a charge. */
export const isCharge = ajv.compile<{ amountInCents: number }>({ $ref: "ChargeRequest.json" });
