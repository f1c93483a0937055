import type { TokenFacts } from "@packages/client/src/contract-table.ts";
import type { LimitHeaders, Limits } from "@packages/client/src/pacing.ts";
import type { Idempotency } from "@packages/contract/src/behaviour.ts";
import { defined } from "@packages/contract/src/defined.ts";
import { findEchoes } from "@packages/contract/src/echoes.ts";
import { layoutName } from "@packages/contract/src/layout.ts";
import {
  listAccepted,
  listContentTypes,
  withAccepted,
  withContentType,
} from "@packages/contract/src/media-choices.ts";
import { bodyKind } from "@packages/contract/src/media-types.ts";
import type { Body, CataloguedError, Contract, Operation } from "@packages/contract/src/model.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { follow, isString, type Shape } from "@packages/contract/src/shapes/shape.ts";
import { listPlainErrors, listStatuses, listSuccesses } from "@packages/contract/src/successes.ts";
import { serverAddress } from "../docs/samples.ts";
import { banner, Code, literal } from "../print-code.ts";
import { type CheckPlace, Checks, keyParts } from "./checks.ts";
import {
  buildMethod,
  type ClientMethod,
  type ClientModel,
  type ClientResult,
  listChosen,
} from "./client-model.ts";
import { ExactFinder, hasExact } from "./exact-places.ts";

/** The module with the facts of the contract that the runtime needs. */
export function printContract(client: ClientModel): string {
  const { contract, issuer, groups, prefix } = client;
  const checks = new Checks();
  const methods = groups.flatMap((group) => group.methods);
  const anywhere = contract.errors.filter((error) => error.anywhere && isRefusal(error));
  // Any operation may be refused with these.
  const refusals = [
    ...new Set([...(issuer ? listRefusals(contract, issuer) : []), ...printCodes(anywhere)]),
  ].sort();
  const tokensAlone = issuer !== undefined && takesTokensAlone(contract, issuer);
  const hasOtherTypes = contract.operations.some(
    (one) =>
      listAccepted(one).length > 0 ||
      successTypes(one.responses).some((type) => type !== "application/json"),
  );
  const exact = new ExactFinder();
  const table: Table = { checks, exact, refusals, tokensAlone, hasOtherTypes };
  const authorization = printAuthorization(client);
  const takes = methods.some(({ parameters }) => parameters.length > 0);
  const hasPlain = contract.operations.some((operation) => listPlainErrors(operation).length > 0);
  const chosen = methods.flatMap((method) => listChosen(contract, method));
  const hasChoice = chosen.length > methods.length;
  const expands = contract.operations.some(({ parameters }) =>
    parameters.some(({ expansion }) => expansion),
  );
  const isElsewhere = contract.operations.some(({ server }) => server !== undefined);
  const facts = {
    agent: `${client.packageName.replace(/^@/, "").replace("/", "-")}/${client.version}`,
    prefix,
    environment: environmentOf(client),
    operations: Object.fromEntries([
      ...(issuer
        ? [
            [
              issuer.id,
              {
                ...operationFacts(contract, buildMethod(contract, issuer), table),
                bare: true as const,
              },
            ],
          ]
        : []),
      ...methods.map((method) => [
        method.operation.id,
        {
          ...operationFacts(contract, method, table),
          ...choiceFacts(contract, method, table),
        },
      ]),
    ]),
    refusals,
    ...(issuer && { token: tokenFacts(issuer) }),
    ...(authorization && { authorization: new Code(authorization.code) }),
    ...(takes && { take: new Code("takeParameters") }),
    ...(hasPlain && { findPlain: new Code("findPlain") }),
    ...(hasChoice && { choose: new Code("chooseMediaTypes") }),
    ...(isElsewhere && {
      locate: new Code(`locateBy(${literal(contract.servers.map(serverAddress), "  ")})`),
    }),
  };
  const hasKinds = chosen.some(({ method: { results } }) => results.some(needsReader));
  const { filled, declarations, makers } = checks.print(facts);
  const writers = new Set(
    chosen.map(({ method: { operation, body } }) => {
      return operation.body && findWriter(operation.body, body)?.[0];
    }),
  );
  const ofResults = [
    ...makers.filter((name) => name === "byStatus"),
    ...["writeFile", "writeText"].filter((name) => writers.has(name)),
    ...(hasKinds ? ["readAs"] : []),
  ];
  const ofStreams = makers.filter((name) => /^(items|read(Lines|Events)|writeLines)$/.test(name));
  const isUsed = (name: string): boolean => makers.includes(name) || writers.has(name);
  const ofExact = ["readExactly", "writeExactly"].filter(isUsed);
  const ofForms = [
    ...makers.filter((name) => name === "file"),
    ...["writeForm", "writeMultipart"].filter((name) => writers.has(name)),
  ];
  const ofChecks = makers.filter(
    (name) => !/^(byStatus|file|items|read\w+|writeLines)$/.test(name),
  );
  const from = (names: string[], file: string): string =>
    names.length > 0
      ? `import { ${names.join(", ")} } from "@packages/client/src/${file}.ts";\n`
      : "";
  return `${banner}${from(authorization?.imported ?? [], "authorize")}${from([...(declarations.length > 0 ? ["type Check"] : []), ...ofChecks], "check")}import type { ContractTable } from "@packages/client/src/contract-table.ts";
${from(expands ? ["expandBy"] : [], "expand-by")}${from(ofExact, "exact")}${from(ofForms, "forms")}${from(hasChoice ? ["chooseMediaTypes"] : [], "media-types")}${from(isElsewhere ? ["locateBy"] : [], "own-servers")}${from(ofStreams, "streams")}${from(takes ? ["takeParameters"] : [], "parameters")}${from(hasPlain ? ["findPlain"] : [], "plain-errors")}${from(ofResults, "results")}
/** The client's facts of the contract. A function: a program without a client does not load it. */
export function createContractTable(): ContractTable {
${makers.includes("readExactly") ? `  const exact: Parameters<typeof readExactly>[1] = ${literal(exact.named, "  ")};\n` : ""}${declarations.map((one) => `  ${one}\n`).join("")}  return ${literal(filled, "  ")};
}
`;
}

/** The module that keeps calls within the rate limits of the contract. Undefined without limits. */
export function printPacing({ contract, variable, prefix }: ClientModel): string | undefined {
  const limited = contract.operations.flatMap(({ id, rateLimit }) =>
    rateLimit ? [{ id, ...rateLimit }] : [],
  );
  if (limited.length === 0) return undefined;
  const limits: Limits = Object.fromEntries(
    limited.map(({ id, limit, window }) => [id, [limit, window]]),
  );
  return `${banner}import { keepLimits, type Pacing } from "@packages/client/src/pacing.ts";

export type { Pacing, RateLimitState } from "@packages/client/src/pacing.ts";

/** Operations whose rate limit the contract knows. */
export type LimitedOperation = ${limited.map(({ id }) => literal(id)).join(" | ")};

/**
 * Lets the calls of a client wait until the rate limit has room for them. One for each pair of credentials.
 *
 * @example
 * const pacing = createPacing();
 * const ${variable} = create${prefix}Client({ pacing });
 * const { remaining, reset } = pacing.rateLimit(${literal(limited[0]?.id)}) ?? {};
 */
export function createPacing(): Pacing<LimitedOperation> {
  return keepLimits(${literal(limits, "  ")}, ${literal(findLimitHeaders(contract), "  ")});
}
`;
}

/** The code that puts credentials into requests, and its imports. Undefined if no operation takes any. */
function printAuthorization({
  contract,
  issuer,
}: ClientModel): { code: string; imported: string[] } | undefined {
  const { operations, securitySchemes } = contract;
  const used = [...new Set(operations.flatMap(({ security }) => security.flat()))];
  if (used.length === 0) return undefined;
  if (issuer && takesTokensAlone(contract, issuer))
    return { code: "byToken", imported: ["byToken"] };
  const codes = used.map((name) => {
    const { apiKey, scheme = "bearer" } = securitySchemes[name] ?? { type: "http" };
    if (apiKey) return `apiKey(${literal(apiKey.in)}, ${literal(apiKey.name)})`;
    if (/^basic$/i.test(scheme)) return "basic";
    return `bearer(${/^bearer$/i.test(scheme) ? "" : literal(scheme)})`;
  });
  const schemes = Object.fromEntries(used.map((name, nth) => [name, new Code(codes[nth] ?? "")]));
  const issued = issuer && { token: issuer.token.scheme, issuing: issuer.security.flat()[0] };
  return {
    code: `bySchemes(${[schemes, ...(issued ? [issued] : [])].map((one) => literal(one, "    ")).join(", ")})`,
    imported: [...new Set(["bySchemes", ...codes.map((code) => code.replace(/\(.*/s, ""))])].sort(),
  };
}

/** Whether each operation takes a bearer token that the client obtains with HTTP Basic. */
function takesTokensAlone(
  { operations, securitySchemes }: Contract,
  { id, token, security }: Issuer,
): boolean {
  const [issuing = "", ...more] = security.flat();
  const isHttp = (name: string, scheme: RegExp): boolean =>
    !securitySchemes[name]?.apiKey && scheme.test(securitySchemes[name]?.scheme ?? "bearer");
  return (
    more.length === 0 &&
    isHttp(issuing, /^basic$/i) &&
    isHttp(token.scheme, /^bearer$/i) &&
    operations.every(
      (one) =>
        one.id === id || (one.security.length === 1 && one.security.flat().join() === token.scheme),
    )
  );
}

/** The prefix of the client's environment variables. */
export function environmentOf({ variable }: ClientModel): string {
  return variable.replace(/[A-Z]/g, "_$&").toUpperCase();
}

type Issuer = NonNullable<ClientModel["issuer"]>;

/** The shared parts of operations, while they are collected. */
interface Table {
  checks: Checks;
  exact: ExactFinder;
  /** Errors of every operation that say that nothing was done. */
  refusals: string[];
  /** Whether the entries of operations can leave out their credentials. */
  tokensAlone: boolean;
  /** Whether a success of some operation has another media type than JSON. */
  hasOtherTypes: boolean;
}

/** The facts of an operation that the runtime needs. */
function operationFacts(contract: Contract, method: ClientMethod, table: Table): object {
  const { operation, parameters, envelope, result, results } = method;
  const { checks } = table;
  const { id, path, server, security, body, idempotency } = operation;
  const [accept] = successTypes(operation.responses);
  const headers = {
    ...(body &&
      body.mediaType !== "application/json" && {
        "Content-Type": body.mediaType.includes("*") ? "application/octet-stream" : body.mediaType,
      }),
    // Sent if the service may have to choose.
    ...(accept !== undefined && table.hasOtherTypes && { Accept: accept }),
  };
  const repeated =
    results.length === 1 ? Object.entries(findEchoes(contract, operation, result)) : [];
  // Without an envelope a service may change sent values: the letters of a name. The identifier in a path stays.
  const echoes = repeated.filter(([, sent]) => envelope || path.endsWith(`{${sent}}`));
  const { shapeOf } = shapesOf(contract);
  const refusals = listRefusals(contract, operation).filter((one) => !table.refusals.includes(one));
  const plain = listPlainErrors(operation)
    .map(({ status, range, schema }): [number, number, CheckPlace] => {
      return [
        status,
        range?.to ?? status,
        checks.add(shapeOf(schema, `${id}/errors/${status}`), "received"),
      ];
    })
    .toSorted(([a, b], [c, d]) => b - a - (d - c));
  // Those up to 202 count without being listed.
  const statuses = listSuccesses(operation)
    .flatMap((one) => listStatuses(operation, one))
    .filter((status) => status > 202);
  const reads = results.flatMap((one) => {
    const { statuses: all, kind, shape } = one;
    const isStream = kind === "lines" || kind === "events";
    const read = isStream ? streamReader(table, kind, shape) : valueReader(table, method, one);
    return all.map(([from, to]) => [from, to, read] as const);
  });
  const stream = results
    .filter(({ kind }) => kind === "lines" || kind === "events")
    .flatMap(({ statuses: all }) => all);
  const expected = results.length === 1 ? findExpected(checks, result) : undefined;
  const line = findLine(method);
  const writer = body && !line && findWriter(body, method.body);
  const expansions = method.pathParameters.flatMap(({ parameter: { name, expansion } }) =>
    expansion ? [[name, new Code(`expandBy(${literal(name)}, ${literal(expansion)})`)]] : [],
  );
  const taken = parameters.map((one) => {
    const layout = layoutName(one);
    return [
      one.name,
      one.in,
      one.required,
      checks.add(one.shape, "sent"),
      ...(layout && layout !== "repeated" ? [layout] : []),
    ];
  });
  return {
    method: operation.method,
    path,
    ...(expansions.length > 0 && { expand: Object.fromEntries(expansions) }),
    ...(server !== undefined && { server }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(writer && { write: new Code(writer.join("")) }),
    ...(line && {
      write: checks.put(["writeLines(", literal(id), ", ", checks.add(line, "sent"), ")"]),
    }),
    ...(security.length > 0 && !table.tokensAlone && { security }),
    ...(refusals.length > 0 && { refusals: refusals.sort() }),
    ...(plain.length > 0 && { plain }),
    ...(statuses.length > 0 && { statuses }),
    response: findCheck(checks, results),
    ...(expected && { expected }),
    ...(results.some(needsReader) && {
      read: checks.put(["readAs(", ...printResultReaders(reads), ")"]),
      ...(stream.length > 0 && { stream }),
    }),
    ...(method.body &&
      body && {
        body: bodyCheck(
          checks,
          line ? checks.put(["items"]) : checks.add(method.body, "sent"),
          body.required,
        ),
      }),
    ...(taken.length > 0 && { parameters: taken }),
    ...(idempotency && { key: keyFacts(contract, operation, idempotency, table) }),
    ...(!envelope && { bare: true }),
    ...(echoes.length > 0 && { echoes: Object.fromEntries(echoes) }),
  };
}

/** The facts of an operation that differ with the media types that a call chooses. */
function choiceFacts(contract: Contract, method: ClientMethod, table: Table): object {
  const { operation } = method;
  const facts = (chosen: Operation, names: readonly string[]): object => {
    const all = operationFacts(contract, buildMethod(contract, chosen, method.name), table);
    const own = all as Record<string, unknown>;
    return Object.fromEntries(names.map((name) => [name, own[name] ?? new Code("undefined")]));
  };
  const ofTypes = (
    types: string[],
    choose: (operation: Operation, type: string) => Operation,
    header: string,
    names: readonly string[],
  ) =>
    types.map((type, index) => {
      if (index === 0) return [type, {}];
      return [type, { headers: { [header]: type }, ...facts(choose(operation, type), names) }];
    });
  const bodies = ofTypes(listContentTypes(operation), withContentType, "Content-Type", [
    "write",
    "body",
  ]);
  const results = ofTypes(listAccepted(operation), withAccepted, "Accept", [
    "bare",
    "echoes",
    "expected",
    "read",
    "response",
    "stream",
  ]);
  return {
    ...(bodies.length > 0 && { bodies: Object.fromEntries(bodies) }),
    ...(results.length > 0 && { results: Object.fromEntries(results) }),
  };
}

/** The function that reads a stream, each item of which is checked. */
function streamReader(table: Table, kind: "lines" | "events", shape: Shape): CheckPlace {
  const { checks } = table;
  const item = checks.add(shape, "received");
  const exact = hasExact(shape) ? [", ", exactReader(table, shape)] : [];
  return checks.put([kind === "lines" ? "readLines(" : "readEvents(", item, ...exact, ")"]);
}

function printResultReaders(
  reads: (readonly [from: number, to: number, read: string | CheckPlace])[],
): (string | CheckPlace)[] {
  return reads.flatMap(([from, to, read], index) => [
    `${index > 0 ? ", " : ""}[${from}, ${to}, `,
    typeof read === "string" ? literal(read) : read,
    "]",
  ]);
}

/** Whether a result has to be distinguished from a response that is not JSON: it is not JSON, or may be a string. */
function needsReader({ kind, shape }: ClientResult): boolean {
  return kind !== "json" || mayBeString(shape) || hasExact(shape);
}

/** How a whole result is read: by its kind, or by a function if it has integers that are `bigint`. */
function valueReader(
  table: Table,
  { envelope }: ClientMethod,
  { kind, shape }: ClientResult,
): ClientResult["kind"] | CheckPlace {
  return kind === "json" && hasExact(shape) ? exactReader(table, shape, envelope) : kind;
}

function exactReader({ checks, exact }: Table, shape: Shape, isWrapped = false): CheckPlace {
  const places = literal(exact.find(shape), "      ");
  return checks.put([`readExactly(${places}, exact${isWrapped ? ", true" : ""})`]);
}

function mayBeString(shape: Shape): boolean {
  const form = follow(shape);
  return form.kind === "union" ? form.variants.some(mayBeString) : isString(form);
}

/** The check of a result: of several, that of the response's status. */
function findCheck(checks: Checks, results: readonly ClientResult[]): CheckPlace {
  // Bytes and an empty body need no check: reading them makes them so. An address may be missing.
  const all = results.map(({ kind, shape }) =>
    /^(json|location|text)$/.test(kind) ? checks.add(shape, "received") : checks.put(["any"]),
  );
  if (all.length < 2) return all[0] ?? checks.put(["any"]);
  const parts = results.flatMap(({ statuses }, index) =>
    statuses.flatMap(([from, to]) => [`[${from}, ${to}, `, all[index] as CheckPlace, "], "]),
  );
  return checks.put(["byStatus(", ...parts, ")"]);
}

/** Checks of the fields of a result whose breach is a mismatch; of a list or another form, of all of it. */
function findExpected(checks: Checks, result: Shape): Record<string, CheckPlace> | undefined {
  const form = follow(result);
  const fields = form.kind === "object" ? Object.entries(form.fields) : [];
  const all =
    fields.length > 0
      ? fields.map(([name, field]) => [name, field.shape, field.required] as const)
      : [["", result, true] as const];
  const found = all.flatMap(([name, shape, required]) => {
    const place = checks.add(shape, "expected");
    // Rules that `response` has already.
    return required && place.place === checks.add(shape, "received").place
      ? []
      : [[name, place] as const];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** The function that writes a body, and its arguments; undefined for JSON. */
function findWriter(
  { mediaType, form = {} }: Body,
  shape: Shape | undefined,
): [name: string, call?: string] | undefined {
  const { layouts, types } = form;
  switch (bodyKind(mediaType)) {
    case "json":
      return shape && hasExact(shape) ? ["writeExactly"] : undefined;
    case "form":
      return ["writeForm", `(${layouts ? literal(layouts, "      ") : ""})`];
    case "multipart":
      return [
        "writeMultipart",
        `(${layouts || types ? literal(defined({ layouts, types }), "      ") : ""})`,
      ];
    default:
      return [mediaType.includes("*") ? "writeFile" : "writeText"];
  }
}

/** The shape of an item, if a method's body is lines of JSON. */
function findLine({ body, operation }: ClientMethod): Shape | undefined {
  const isLines = bodyKind(operation.body?.mediaType ?? "") === "lines";
  return isLines && body?.kind === "array" ? body.items : undefined;
}

/** The check of a body, which may be left out if it is not required. */
function bodyCheck(checks: Checks, check: CheckPlace, required: boolean): CheckPlace {
  return required
    ? check
    : checks.put(["anyOf(", check, ", ", checks.put(["oneOf(undefined)"]), ")"]);
}

function keyFacts(
  contract: Contract,
  operation: Operation,
  idempotency: Idempotency,
  table: Table,
): object {
  const { header, retention, keeps } = idempotency;
  const conflict = contract.errors.find(({ code }) => code === idempotency.conflict)?.status ?? 409;
  const settling = printCodes(
    listErrors(contract, operation).filter(({ code }) => keeps.includes(code)),
  );
  const { schema = {} } =
    operation.parameters.find(({ name }) => name.toLowerCase() === header.toLowerCase()) ?? {};
  const check = table.checks.put(keyParts(shapesOf(contract).shapeOf(schema)));
  return {
    header,
    check,
    conflict,
    settling: settling.sort(),
    lifetime: retention * 1000,
  };
}

/** The errors that an operation lists. */
function listErrors({ errors }: Contract, { responses }: Operation): CataloguedError[] {
  return errors.filter((error) =>
    responses.some((one) => one.status === error.status && one.errors.includes(error.code)),
  );
}

/** The errors of an operation that prove that nothing was done. A conflict of its key proves only that the key was seen. */
function listRefusals(contract: Contract, operation: Operation): string[] {
  const { conflict } = operation.idempotency ?? {};
  return printCodes(
    listErrors(contract, operation).filter((error) => isRefusal(error) && error.code !== conflict),
  );
}

/** Whether an error proves that nothing was done. A fault of the service leaves that open. */
function isRefusal({ status, causes = [] }: CataloguedError): boolean {
  return status < 500 || causes.includes("not-implemented");
}

function printCodes(errors: CataloguedError[]): string[] {
  return errors.map(({ status, code }) => `${status} ${code}`);
}

function successTypes(responses: Operation["responses"]): string[] {
  return responses.flatMap(({ status, mediaType }) =>
    status < 300 && mediaType !== undefined ? [mediaType] : [],
  );
}

function tokenFacts({ id, token, rateLimit }: Issuer): TokenFacts {
  return {
    operation: id,
    token: token.token,
    expiresIn: token.expiresIn,
    unit: token.unit === "seconds" ? 1000 : 1,
    renewEarly: token.renewEarly * 1000,
    spacing: rateLimit ? (rateLimit.window / rateLimit.limit) * 1000 : 1000,
  };
}

function findLimitHeaders(contract: Contract): LimitHeaders {
  const headers = contract.operations
    .flatMap(({ responses }) => responses)
    .flatMap((response) => response.headers);
  // `Retry-After` is read by the name that HTTP gives it.
  return Object.fromEntries(
    headers.flatMap(({ name, rateLimitPart }) =>
      rateLimitPart && rateLimitPart !== "retryAfter" ? [[rateLimitPart, name]] : [],
    ),
  );
}
