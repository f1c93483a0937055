import { unfoldKinds } from "@packages/contract/src/document/unfold-kinds.ts";
import {
  type Document,
  type ErrorDetails,
  operationsOf,
  resolve,
  type Schema,
} from "@packages/contract/src/openapi.ts";
import { schemaName } from "@packages/contract/src/pointer.ts";
import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  resolveRef,
  scanDiscriminators,
  transformSchema,
} from "openapi-typescript";
import ts from "typescript";
import { key, literal, width, wrapLines } from "../print-code.ts";

const makeBanner = (source: string): string =>
  `// Generated from ${source} by \`npm run generate\`: edit the spec, not this file.\n\n`;

/**
 * TypeScript types of the document: operations, webhooks and components, and of errors by their codes.
 *
 * @param source folder of the spec, with a slash at the end
 */
export function printDocumentTypes(document: Document, source = "spec/"): string {
  const prepared = prepareDocument(document) as unknown as OpenAPI3;
  // Its default export would bundle and lint the document first, which takes as long again: TypeSpec made it in one piece.
  const context: Partial<GlobalContext> = {
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
    silent: true,
    discriminators: scanDiscriminators(prepared, {}),
    injectFooter: [],
    // A response holds the errors that it lists, and no others.
    transform: (schema) =>
      bigintType(schema) ?? errorCodeType((schema as { "x-errors"?: string[] })["x-errors"]),
    resolve: (reference) => resolveRef(prepared, reference, { silent: true }),
  };
  const nodes = transformSchema(prepared, context as GlobalContext);
  return makeBanner(source) + wrapComments(astToString(nodes)) + printErrorTypes(document);
}

/** Breaks the lines of comments that are too long. */
function wrapComments(source: string): string {
  return source.replace(/^( *)\/\*\*(.*?)\*\/$/gms, (whole, indent: string, inner: string) => {
    if (whole.split("\n").every((line) => line.length <= width)) return whole;
    // Further paragraphs are printed with an indent.
    const lines = inner
      .trim()
      .replace(/^\* ?/, "")
      .split(/\n *\* ?(?: {4})?/);
    const wrapped = wrapLines(lines, width - indent.length - 3).map((line) =>
      `${indent} * ${line}`.trimEnd(),
    );
    return `${indent}/**\n${wrapped.join("\n")}\n${indent} */`;
  });
}

/**
 * A copy in which headers that may be absent stand in their responses, because the printer takes every shared one for
 * given, and in which the bodies of errors name their codes. Figures of behaviour are left out: they are not types.
 */
function prepareDocument(document: Document): Document {
  const copy = structuredClone(document);
  for (const header of Object.values(copy.components?.headers ?? {})) {
    if (header["x-rate-limit-part"]) delete header.example;
  }
  // Each notification names its event itself.
  for (const schema of Object.values(copy.components?.schemas ?? {})) {
    if (schema["x-open-set"]) delete schema.discriminator;
  }
  unfoldKinds(copy);
  for (const { operation } of operationsOf(copy.paths)) {
    for (const response of Object.values(operation.responses)) {
      const { headers = {}, content = {}, "x-errors": errors } = response;
      for (const [name, reference] of Object.entries(headers)) {
        const header = resolve(copy, reference);
        if (!header.required) headers[name] = header;
      }
      for (const media of Object.values(content))
        if (errors) media.schema = nameCodes(media.schema, errors);
    }
  }
  return copy;
}

function nameCodes(schema: Schema, errors: string[]): Schema {
  if (schema.$ref === "#/components/schemas/ErrorBody")
    return { type: "object", "x-errors": errors } as Schema;
  return schema.anyOf
    ? { ...schema, anyOf: schema.anyOf.map((variant) => nameCodes(variant, errors)) }
    : schema;
}

function bigintType(schema: object): ts.TypeNode | undefined {
  const { "x-bigint": isExact, type } = schema as Schema;
  if (!isExact) return undefined;
  const { factory, SyntaxKind } = ts;
  const bigint = factory.createKeywordTypeNode(SyntaxKind.BigIntKeyword);
  const none = factory.createLiteralTypeNode(factory.createNull());
  return Array.isArray(type) ? factory.createUnionTypeNode([bigint, none]) : bigint;
}

function errorCodeType(codes: string[] | undefined): ts.TypeNode | undefined {
  if (!codes) return undefined;
  const { factory } = ts;
  const literals = codes.map((code) =>
    factory.createLiteralTypeNode(factory.createStringLiteral(code)),
  );
  return factory.createTypeReferenceNode("ErrorOf", [factory.createUnionTypeNode(literals)]);
}

function printErrorTypes(document: Document): string {
  const errors = document["x-error-catalogue"] ?? [];
  if (errors.length === 0) return "";
  const fields = errors.map(({ code, details }) => `    ${key(code)}: ${detailsType(details)};\n`);
  return `/** The \`details\` of an error, by its code. */
export interface ErrorDetails {
${fields.join("")}}
/** The body of an error with one of some codes: testing \`error.code\` gives \`error.details\` their type. */
export type ErrorOf<Code extends keyof ErrorDetails> = Omit<components["schemas"]["ErrorBody"], "error"> & {
    error: {
        [One in Code]: { code: One; message: string } & (undefined extends ErrorDetails[One]
            ? { details?: ErrorDetails[One] }
            : { details: ErrorDetails[One] });
    }[Code];
};
`;
}

function detailsType({ schema, required }: ErrorDetails = { required: false }): string {
  return `${schema ? schemaType(schema) : "Record<string, unknown>"}${required ? "" : " | undefined"}`;
}

/** The type of details: of a component, or a list of one. */
function schemaType(schema: Schema): string {
  const name = schemaName(schema.$ref ?? "");
  if (name !== undefined) return `components["schemas"][${literal(name)}]`;
  return schema.items ? `${schemaType(schema.items)}[]` : "unknown";
}
