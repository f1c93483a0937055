import type { KeyFacts, OperationFacts, TokenFacts } from "../../../client/src/contract-table.ts";
import type { LimitHeaders, Limits } from "../../../client/src/pacing.ts";
import type { Idempotency } from "../../../contract/src/behaviour.ts";
import { echoesOf } from "../../../contract/src/echoes.ts";
import type { CataloguedError, Contract, Operation } from "../../../contract/src/model.ts";
import { shapesOf } from "../../../contract/src/shapes/normalise.ts";
import { plainErrorsOf } from "../../../contract/src/successes.ts";
import { banner, key, literal } from "../print-code.ts";
import { buildMethod, type ClientMethod, type ClientModel } from "./client-model.ts";
import { keyRow, RowMaker } from "./rows.ts";

/** The module with what the runtime takes from the contract. */
export function printContract(client: ClientModel): string {
  const { contract, issuer, groups, prefix } = client;
  const rows = new RowMaker();
  const methods = groups.flatMap((group) => group.methods);
  const anywhere = contract.errors.filter((error) => error.anywhere && isRefusal(error));
  const common = new Set([...(issuer ? refusalsOf(contract, issuer) : []), ...printCodes(anywhere)]);
  const table: Table = { rows, errors: [...common] };
  const facts = {
    agent: `${client.packageName.replace(/^@/, "").replace("/", "-")}/${client.version}`,
    prefix,
    environment: environmentOf(client),
    operations: Object.fromEntries([
      ...(issuer
        ? [[issuer.id, { ...operationFacts(contract, buildMethod(contract, issuer), table), bare: true as const }]]
        : []),
      ...methods.map((method) => [method.operation.id, operationFacts(contract, method, table)]),
    ]),
    errors: table.errors,
    common: common.size,
    ...(issuer && { token: tokenFacts(issuer) }),
  };
  const places = printPlaces(contract);
  const takes = methods.some(({ parameters }) => parameters.length > 0);
  const imported = [...new Set(Object.values(places).map((code) => code.replace(/\(.*/s, "")))].sort();
  return `${banner}${imported.length > 0 ? `import { ${imported.join(", ")} } from "../../../packages/client/src/authorize.ts";\n` : ""}import type { ContractTable } from "../../../packages/client/src/contract-table.ts";
${takes ? 'import { takeParameters } from "../../../packages/client/src/parameters.ts";\n' : ""}
/** What the client knows of the contract. A function: a program without a client does not load it. */
export function createContractTable(): ContractTable {
  return {
    ...${literal(facts, "    ")},
    rows: [
${rows.rows.map((row) => `      ${literal(row)},\n`).join("")}    ],
    schemes: { ${Object.entries(places)
      .map(([name, code]) => `${key(name)}: ${code}`)
      .join(", ")} },
${takes ? "    take: takeParameters,\n" : ""}  };
}
`;
}

/** The module that keeps calls within the rate limits of the contract. Undefined where it has none. */
export function printPacing({ contract, variable, prefix }: ClientModel): string | undefined {
  const limited = contract.operations.flatMap(({ id, rateLimit }) => (rateLimit ? [{ id, ...rateLimit }] : []));
  if (limited.length === 0) return undefined;
  const limits: Limits = Object.fromEntries(limited.map(({ id, limit, window }) => [id, [limit, window]]));
  return `${banner}import { keepLimits, type Pacing } from "../../../packages/client/src/pacing.ts";

export type { Pacing, RateLimitState } from "../../../packages/client/src/pacing.ts";

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
  return keepLimits(${literal(limits, "  ")}, ${literal(limitHeaders(contract), "  ")});
}
`;
}

/** The code that puts the credentials of each security scheme into a request. */
function printPlaces({ operations, securitySchemes }: Contract): Record<string, string> {
  const used = [...new Set(operations.flatMap(({ ways }) => ways.flat()))];
  return Object.fromEntries(
    used.map((name) => {
      const { apiKey, scheme = "bearer" } = securitySchemes[name] ?? { type: "http" };
      if (apiKey) return [name, `apiKey(${literal(apiKey.in)}, ${literal(apiKey.name)})`];
      if (/^basic$/i.test(scheme)) return [name, "basic"];
      return [name, `bearer(${/^bearer$/i.test(scheme) ? "" : literal(scheme)})`];
    }),
  );
}

/** What the names of the client's environment variables begin with. */
export function environmentOf({ variable }: ClientModel): string {
  return variable.replace(/[A-Z]/g, "_$&").toUpperCase();
}

/** What operations share, under way. */
interface Table {
  rows: RowMaker;
  errors: string[];
}

/** Places of errors in the table's list. */
function placesOf({ errors }: Table, codes: string[]): number[] {
  return codes.map((code) => (errors.includes(code) ? errors.indexOf(code) : errors.push(code) - 1));
}

/** What the runtime takes of an operation. */
function operationFacts(contract: Contract, method: ClientMethod, table: Table): OperationFacts {
  const { operation, parameters, envelope, result } = method;
  const { rows } = table;
  const { id, path, ways, body, idempotency } = operation;
  const types = contract.operations.flatMap(({ responses }) => successTypes(responses));
  const [accept] = successTypes(operation.responses);
  const echoes = echoesOf(contract, operation, result);
  const { shapeOf } = shapesOf(contract);
  const plain = plainErrorsOf(operation)
    .map(({ status, range, schema }): [number, number, number] => {
      return [status, range?.to ?? status, rows.add(shapeOf(schema, `${id}/errors/${status}`), true)];
    })
    .toSorted(([a, b], [c, d]) => b - a - (d - c));
  const refusals = placesOf(table, refusalsOf(contract, operation));
  const taken = parameters.map(({ name, in: place, required, shape, separator }) => [
    ...[name, place, required, rows.add(shape, false)],
    ...(separator ? [separator] : []),
  ]);
  return {
    method: operation.method,
    path,
    ...(body && body.mediaType !== "application/json" && { mediaType: body.mediaType }),
    // Said where the service may have to choose.
    ...(accept !== undefined && types.some((type) => type !== "application/json") && { accept }),
    ...(body && !body.required && { bodyOptional: true }),
    ...(ways.length > 0 && { security: ways }),
    ...(refusals.length > 0 && { refusals }),
    ...(plain.length > 0 && { plain }),
    response: rows.add(result, true),
    ...(method.body && { body: rows.add(method.body, false) }),
    ...(taken.length > 0 && { parameters: taken as unknown as NonNullable<OperationFacts["parameters"]> }),
    ...(idempotency && { key: keyFacts(contract, operation, idempotency, table) }),
    ...(!envelope && { bare: true }),
    ...(Object.keys(echoes).length > 0 && { echoes }),
  };
}

function keyFacts(contract: Contract, operation: Operation, idempotency: Idempotency, table: Table): KeyFacts {
  const { header, retention, keeps } = idempotency;
  const conflict = contract.errors.find(({ code }) => code === idempotency.conflict)?.status ?? 409;
  const settling = printCodes(errorsOf(contract, operation).filter(({ code }) => keeps.includes(code)));
  const { schema = {} } = operation.parameters.find(({ name }) => name.toLowerCase() === header.toLowerCase()) ?? {};
  const row = table.rows.put(keyRow(shapesOf(contract).shapeOf(schema)));
  return { header, row, conflict, settling: placesOf(table, settling), lifetime: retention * 1000 };
}

/** The errors that an operation lists. */
function errorsOf({ errors }: Contract, { responses }: Operation): CataloguedError[] {
  return errors.filter((error) =>
    responses.some((one) => one.status === error.status && one.errors.includes(error.code)),
  );
}

/** The errors of an operation that say that nothing was done. A conflict of its key only says that the key was seen. */
function refusalsOf(contract: Contract, operation: Operation): string[] {
  const { conflict } = operation.idempotency ?? {};
  return printCodes(errorsOf(contract, operation).filter((error) => isRefusal(error) && error.code !== conflict));
}

/** Whether an error says that nothing was done. A fault of the service leaves that open. */
function isRefusal({ status, causes = [] }: CataloguedError): boolean {
  return status < 500 || causes.includes("not-implemented");
}

function printCodes(errors: CataloguedError[]): string[] {
  return errors.map(({ status, code }) => `${status} ${code}`);
}

function successTypes(responses: Operation["responses"]): string[] {
  return responses.flatMap(({ status, mediaType }) => (status < 300 && mediaType !== undefined ? [mediaType] : []));
}

function tokenFacts({ id, token, rateLimit }: NonNullable<ClientModel["issuer"]>): TokenFacts {
  return {
    scheme: token.scheme,
    operation: id,
    token: token.token,
    expiresIn: token.expiresIn,
    unit: token.unit === "seconds" ? 1000 : 1,
    renewEarly: token.renewEarly * 1000,
    spacing: rateLimit ? (rateLimit.window / rateLimit.limit) * 1000 : 1000,
  };
}

function limitHeaders(contract: Contract): LimitHeaders {
  const headers = contract.operations.flatMap(({ responses }) => responses).flatMap((response) => response.headers);
  // `Retry-After` is read by the name that HTTP gives it.
  return Object.fromEntries(
    headers.flatMap(({ name, rateLimitPart }) =>
      rateLimitPart && rateLimitPart !== "retryAfter" ? [[rateLimitPart, name]] : [],
    ),
  );
}
