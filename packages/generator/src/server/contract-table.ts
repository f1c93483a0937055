import { defined } from "@packages/contract/src/defined.ts";
import { bodyKind } from "@packages/contract/src/media-types.ts";
import type {
  Contract,
  Operation,
  Response,
  ResponseHeader,
} from "@packages/contract/src/model.ts";
import type { FormLayout } from "@packages/contract/src/read-form.ts";
import { sampleName } from "@packages/contract/src/samples.ts";
import { shapesIn } from "@packages/contract/src/shapes/contract-shapes.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import {
  fieldsOf,
  findConstants,
  follow,
  type Shape,
  innerShapes as shapesWithin,
} from "@packages/contract/src/shapes/shape.ts";
import { listSuccesses } from "@packages/contract/src/successes.ts";
import type {
  Cause,
  ContractTable,
  ErrorEntry,
  IdempotencyEntry,
  OperationEntry,
  RateLimitEntry,
  ResponseEntry,
  SecurityRequirement,
  SuccessEntry,
} from "@packages/server/src/contract-table.ts";
import { ownHeader } from "@packages/server/src/response/own-headers.ts";
import { banner, Code, literal } from "../print-code.ts";
import { commonError, isError, printErrorBody } from "./error-bodies.ts";
import { findFigures } from "./message-figures.ts";

/** The facts of a contract that the runtime needs, as a module. */
export function printContractTable(
  contract: Contract,
  sensitiveFormats: readonly string[],
): string {
  const table = makeContractTable(contract, sensitiveFormats);
  const common = commonError(contract);
  const operations = table.operations.map((entry, index) => ({
    ...entry,
    responses: entry.responses.map((response) => {
      const declared = contract.operations[index]?.responses.find(
        ({ status, range }) => response.from === status && response.to === (range?.to ?? status),
      );
      const isOwn = declared?.schema && isError(declared) && declared.errors.length === 0;
      if (!isOwn) return response;
      return {
        ...response,
        error: new Code(printErrorBody(contract, declared.schema ?? {}, declared.mediaType ?? "")),
      };
    }),
  }));
  const errorBody = common && new Code(printErrorBody(contract, common.schema, common.mediaType));
  return [
    banner,
    'import type { ContractTable } from "@packages/server/src/contract-table.ts";',
    "",
    "/** The contract as the server reads it. */",
    `export const contract: ContractTable = ${literal({ ...table, operations, errorBody })};`,
    "",
  ].join("\n");
}

export function makeContractTable(
  contract: Contract,
  sensitiveFormats: readonly string[],
): ContractTable {
  const errors = contract.errors.map((error): [string, ErrorEntry] => {
    const { code, status } = error;
    const list = detailsShape(contract, code)?.kind === "array";
    return [code, { code, status, ...findFigures(error), list }];
  });
  const common = commonError(contract);
  return {
    title: contract.title,
    version: contract.version,
    bodyLimit: contract.bodyLimit ?? null,
    operations: contract.operations.map((operation) => makeOperationEntry(contract, operation)),
    errors: Object.fromEntries(errors),
    anywhere: causesOf(
      contract,
      (code) => contract.errors.find((error) => error.code === code)?.anywhere ?? false,
    ),
    sensitive: sensitiveNames(contract, sensitiveFormats),
    ...(common && common.mediaType !== "application/json" && { errorType: common.mediaType }),
  };
}

/** The shape of an error's details, if they have a separate form. */
function detailsShape(contract: Contract, code: string): Shape | undefined {
  const schema = contract.errors.find((error) => error.code === code)?.details?.schema;
  return schema && follow(shapesOf(contract).shapeOf(schema));
}

function makeOperationEntry(contract: Contract, operation: Operation): OperationEntry {
  const errors = operation.responses.flatMap((response) => response.errors);
  return {
    id: operation.id,
    method: operation.method,
    path: operation.path,
    ...makeSecurityRequirements(contract, operation),
    rateLimit: makeRateLimitEntry(contract, operation),
    idempotency: makeIdempotencyEntry(operation),
    body: operation.body?.mediaType ?? null,
    bodyRequired: operation.body?.required ?? false,
    ...(operation.body?.form && { form: formRule(operation.body.form) }),
    ...(operation.body?.others && {
      otherBodies: operation.body.others.map(({ mediaType, form }) => ({
        mediaType,
        ...(form && { form: formRule(form) }),
      })),
    }),
    success: makeSuccessEntry(contract, operation),
    responses: makeResponseEntries(operation),
    errors,
    causes: causesOf(contract, (code) => errors.includes(code)),
    ...(operation.deprecated?.sunset !== undefined && {
      sunset: endOfDay(operation.deprecated.sunset),
    }),
  };
}

/** Layouts and files of a form, as its reader needs them. */
function formRule({ layouts, files }: FormLayout): FormLayout {
  return defined({ layouts, files });
}

/** The last moment of a day, as HTTP writes it. */
function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59Z`).toUTCString();
}

function causesOf(
  contract: Contract,
  isListed: (code: string) => boolean,
): Partial<Record<Cause, string>> {
  const found: Partial<Record<Cause, string>> = {};
  for (const { code, causes = [] } of contract.errors) {
    // The first error of a cause is the one that is meant.
    if (isListed(code)) for (const cause of causes) found[cause as Cause] ??= code;
  }
  return found;
}

/** Every response of an operation, those of single statuses before those of several. */
function makeResponseEntries({ responses }: Operation): ResponseEntry[] {
  const rules = responses.map((response): ResponseEntry => {
    const { status, range, mediaType, others } = response;
    const headers = response.headers.map(({ name }) => name.toLowerCase());
    return {
      from: status,
      to: range?.to ?? status,
      ...(mediaType !== undefined && { mediaType }),
      ...streamRule(mediaType),
      ...(others && {
        others: others.map((one) => ({
          mediaType: one.mediaType,
          ...streamRule(one.mediaType),
        })),
      }),
      ...(headers.length > 0 && { headers }),
    };
  });
  return rules.toSorted((a, b) => a.to - a.from - (b.to - b.from));
}

function streamRule(mediaType = ""): Pick<ResponseEntry, "stream"> {
  const kind = bodyKind(mediaType);
  return kind === "lines" || kind === "events" ? { stream: kind } : {};
}

/** How an operation is called: usually, and by other ways if it has some; a call without credentials is the last. */
function makeSecurityRequirements(
  contract: Contract,
  operation: Operation,
): Pick<OperationEntry, "security" | "otherRequirements"> {
  const makeRequirement = ([name = "", ...also]: string[]): SecurityRequirement => ({
    ...makeSecurityRequirement(contract, operation, name),
    ...(also.length > 0 && {
      also: also.map((one) => makeSecurityRequirement(contract, operation, one)),
    }),
  });
  const [usual, ...others] = operation.security.filter((schemes) => schemes.length > 0);
  if (usual === undefined) return { security: null };
  const isOpen = operation.security.some((schemes) => schemes.length === 0);
  const otherRequirements = [...others.map(makeRequirement), ...(isOpen ? [null] : [])];
  return {
    security: makeRequirement(usual),
    ...(otherRequirements.length > 0 && { otherRequirements }),
  };
}

function makeSecurityRequirement(
  contract: Contract,
  { responses }: Operation,
  security: string,
): SecurityRequirement {
  const declared = contract.securitySchemes[security];
  const apiKey = declared?.apiKey;
  const scheme = declared?.scheme ?? "ApiKey";
  const isBasic = /^basic$/i.test(scheme);
  // Every HTTP scheme but Basic is read like Bearer: a word, and the credentials after it.
  const httpKind = isBasic ? "basic" : "bearer";
  const kind = apiKey ? "apiKey" : httpKind;
  const declaredChallenge = responses
    .find(({ status }) => status === 401)
    ?.headers.find(({ name }) => name.toLowerCase() === "www-authenticate")?.example;
  // HTTP Basic has to name the realm of the credentials, in a header.
  const realm = contract.title.replace(/[^ -~]|["\\]/g, "");
  const usualChallenge = isBasic ? `${scheme} realm="${realm}"` : scheme;
  const name = apiKey?.in === "header" ? apiKey.name.toLowerCase() : apiKey?.name;
  return {
    name: security,
    kind,
    ...(kind === "bearer" && !/^bearer$/i.test(scheme) && { prefix: scheme }),
    ...(apiKey && name !== undefined && { apiKey: { in: apiKey.in, name } }),
    challenge: typeof declaredChallenge === "string" ? declaredChallenge : usualChallenge,
  };
}

function getResponseParts(response: Response | undefined): Record<string, string> {
  const headers = response?.headers ?? [];
  return Object.fromEntries(
    headers.flatMap(({ name, rateLimitPart }) => (rateLimitPart ? [[rateLimitPart, name]] : [])),
  );
}

function makeRateLimitEntry(contract: Contract, operation: Operation): RateLimitEntry | null {
  if (!operation.rateLimit) return null;
  const { limit, window, scope } = operation.rateLimit;
  const { retryAfter: _told, ...headers } = getResponseParts(listSuccesses(operation)[0]);
  const error = contract.errors.find(({ causes }) => causes?.includes("rate-limit"));
  const details = error && detailsShape(contract, error.code);
  const fields = Object.entries(details ? fieldsOf(details) : {}).flatMap(([name, { shape }]) => {
    const part = follow(shape).annotations.rateLimitPart;
    return part ? [[part, name]] : [];
  });
  const unauthorized = operation.responses.find(({ status }) => status === 401);
  return {
    limit,
    window,
    scope,
    countsUnauthenticated: Object.keys(getResponseParts(unauthorized)).length > 0,
    headers,
    details: Object.fromEntries(fields),
  };
}

function makeIdempotencyEntry({ idempotency }: Operation): IdempotencyEntry | null {
  if (!idempotency) return null;
  const { header, retention, scope, replayedHeader, missing, keeps } = idempotency;
  return defined({
    header: header.toLowerCase(),
    retention,
    scope,
    replayedHeader,
    missing,
    keeps,
  });
}

/** Whether a handler has to give a header; the others may be left out, or are the server's. */
export function isGiven({ name, required, rateLimitPart }: ResponseHeader): boolean {
  const isOfServer = ownHeader.test(name) || /^(?:retry-after|www-authenticate)$/i.test(name);
  return required && !rateLimitPart && !isOfServer;
}

/** The one success of an operation; undefined if there are several, or none, or it needs headers of the handler. */
export function successOf(operation: Operation): Response | undefined {
  const [success, ...others] = listSuccesses(operation);
  if (!success || success.range || others.length > 0) return undefined;
  return success.headers.some(isGiven) ? undefined : success;
}

/** How a success is wrapped: in an envelope with `data`, or as it is; with fields that can have one value only. */
export function makeSuccessEntry(contract: Contract, operation: Operation): SuccessEntry | null {
  const success = successOf(operation);
  if (!success) return null;
  const { status, mediaType, schema, description, examples } = success;
  const [shown] = examples.filter(({ name }) => name !== sampleName);
  const { message } = (shown?.value ?? {}) as { message?: unknown };
  // The schema of a stream is that of its items.
  const isWhole = streamRule(mediaType).stream === undefined;
  const shape = isWhole ? schema && shapesOf(contract).shapeOf(schema) : undefined;
  const fields = shape ? fieldsOf(shape) : {};
  return {
    status,
    envelope: "data" in fields && "message" in fields,
    constants: shape ? findConstants(shape) : {},
    message: typeof message === "string" ? message : description,
  };
}

/** Names of the fields that the contract calls personal or that have one of some formats, in order. */
export function sensitiveNames(contract: Contract, formats: readonly string[]): string[] {
  const names = new Set<string>();
  for (const shape of shapesIn(contract)) {
    if (shape.kind !== "object") continue;
    for (const [name, { shape: field, formatBy }] of Object.entries(shape.fields)) {
      const chosen = Object.values(formatBy?.formats ?? {});
      if (chosen.some((format) => formats.includes(format)) || isSensitive(field, formats))
        names.add(name);
    }
  }
  return [...names].sort();
}

/** A list or a record of sensitive values is as sensitive as they are; of an object, each field is by itself. */
function isSensitive(
  shape: Shape,
  formats: readonly string[],
  seen: readonly string[] = [],
): boolean {
  if (shape.annotations.personal) return true;
  if (shape.kind === "string" || shape.kind === "number")
    return formats.includes(shape.format ?? "");
  if (shape.kind === "object") return false;
  if (shape.kind !== "reference")
    return shapesWithin(shape).some((part) => isSensitive(part, formats, seen));
  return !seen.includes(shape.name) && isSensitive(shape.target(), formats, [...seen, shape.name]);
}
