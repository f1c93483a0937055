import { createTypeSpecLibrary, type JSONSchemaType, paramMessage } from "@typespec/compiler";
import { own } from "../installed.ts";
import { type OutputName, outputNames } from "../pipeline.ts";

/** Options of the emitter, as they stand under `options` in tspconfig.yaml. */
export interface EmitterOptions {
  name?: string;
  version?: string;
  "api-version"?: string;
  int64?: "number" | "bigint";
  outputs?: OutputName[];
  "skip-unsupported"?: boolean;
}

const options: JSONSchemaType<EmitterOptions> = {
  type: "object",
  additionalProperties: false,
  properties: {
    name: {
      type: "string",
      nullable: true,
      description:
        "Scope of the packages: `things` gives @things/client. The name in package.json if absent, or else the name of the service.",
    },
    version: {
      type: "string",
      nullable: true,
      description: "Version of the packages. The version in package.json if absent.",
    },
    "api-version": {
      type: "string",
      nullable: true,
      description: "Version of the service, if it has several.",
    },
    outputs: {
      type: "array",
      items: { type: "string", enum: outputNames },
      uniqueItems: true,
      nullable: true,
      description:
        "What is made, each in a folder of its name: openapi, client, server, mock, reference. All of them if absent; a mock brings openapi.",
    },
    int64: {
      type: "string",
      enum: ["number", "bigint"],
      nullable: true,
      description:
        "Type of integers with the format int64 or uint64 in programs: number if absent, or bigint.",
    },
    "skip-unsupported": {
      type: "boolean",
      nullable: true,
      description:
        "Whether operations that cannot be carried out are left out, with a warning each. Otherwise they are errors.",
    },
  },
  required: [],
};

/** The emitter as TypeSpec's compiler knows it: its options and diagnostics. */
export const $lib = createTypeSpecLibrary({
  name: own.name,
  capabilities: { dryRun: true },
  emitter: { options },
  diagnostics: {
    unsupported: { severity: "error", messages: { default: paramMessage`${"reason"}` } },
    "left-out": {
      severity: "warning",
      messages: { default: paramMessage`Left out: ${"reason"}` },
    },
    "warning-not-accepted": {
      severity: "error",
      messages: {
        default: paramMessage`Nothing was written because of the warning ${"code"}. Fix it, or put \`#suppress "${"code"}" "why"\` above its line.`,
      },
    },
  },
} as const);
