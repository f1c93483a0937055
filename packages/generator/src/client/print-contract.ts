import type {
  KeyFacts,
  LimitHeaders,
  OperationFacts,
  SchemeFacts,
  TokenFacts,
} from "../../../client/src/contract-table.ts";
import type { Idempotency } from "../../../contract/src/behaviour.ts";
import { echoesOf } from "../../../contract/src/echoes.ts";
import type { CataloguedError, Contract, Operation, Parameter } from "../../../contract/src/model.ts";
import { banner, key, literal } from "../print-code.ts";
import { buildMethod, type ClientMethod, type ClientModel } from "./client-model.ts";
import { printChecks } from "./print-checks.ts";
import { bodyRule, collectRules, type ParameterRule, type Rule, toRule } from "./rules.ts";

/** What the runtime takes from a contract, before its rules are code. */
export interface ContractFacts {
  agent: string;
  environment: string;
  operations: Record<string, OperationRules>;
  /** Rules of request bodies, by the name of their schema. */
  rules: Record<string, Rule>;
  refusals: string[];
  limitHeaders: LimitHeaders;
  schemes: Record<string, SchemeFacts>;
  token?: TokenFacts;
}

/** What the runtime takes of an operation, before its rules are code. */
export interface OperationRules extends Omit<OperationFacts, "body" | "parameters" | "key" | "response"> {
  response: Rule;
  /** Name of the body's rule. */
  body?: string;
  parameters?: Record<string, ParameterRule>;
  key?: KeyRules;
}

/** How an idempotency key is treated, before its rule is code. */
export interface KeyRules extends Omit<KeyFacts, "check"> {
  rule: Rule;
}

/** The module with what the runtime takes from the contract. */
export function printContract(client: ClientModel): string {
  const { agent, environment, operations, rules, refusals, limitHeaders, schemes, token } = contractTable(client);
  const { declarations, imports, print } = printChecks(rules, "  ");
  const printed = Object.entries(operations).map(([id, { body, response, parameters, key: keyFacts, ...facts }]) => {
    const fields = [
      ...Object.entries(facts).map(([name, fact]) => `${name}: ${literal(fact)}`),
      `response: ${print(response)}`,
      ...(body === undefined ? [] : [`body: ${print({ ref: body })}`]),
      ...(parameters ? [`parameters: takeParameters(${printParameters(parameters, print)})`] : []),
      ...(keyFacts ? [`key: ${printKey(keyFacts, print)}`] : []),
    ];
    return `      ${key(id)}: {\n${fields.map((field) => `        ${field},\n`).join("")}      },\n`;
  });
  const takes = Object.values(operations).some(({ parameters }) => parameters);
  return `${banner}import { ${imports().join(", ")} } from "../../../packages/client/src/checks.ts";
import type { ContractTable } from "../../../packages/client/src/contract-table.ts";
${takes ? 'import { takeParameters } from "../../../packages/client/src/parameters.ts";\n' : ""}
/** What the client knows of the contract. A function: a program without a client does not load it. */
export function createContractTable(): ContractTable {
${declarations()}  return {
    agent: ${literal(agent)},
    environment: ${literal(environment)},
    operations: {
${printed.join("")}    },
    refusals: ${literal(refusals, "    ")},
    limitHeaders: ${literal(limitHeaders, "    ")},
    schemes: ${literal(schemes, "    ")},
${token ? `    token: ${literal(token, "    ")},\n` : ""}  };
}
`;
}

function printKey({ rule, ...facts }: KeyRules, print: (rule: Rule) => string): string {
  const fields = Object.entries(facts).map(([name, fact]) => `${name}: ${literal(fact)}`);
  return `{ ${[...fields, `check: ${print(rule)}`].join(", ")} }`;
}

function printParameters(parameters: Record<string, ParameterRule>, print: (rule: Rule) => string): string {
  return Object.entries(parameters)
    .map(
      ([name, { in: place, required = false, separator, ...rule }]) =>
        `[${literal(name)}, ${literal(place)}, ${required}, ${print(rule)}${separator ? `, ${literal(separator)}` : ""}]`,
    )
    .join(", ");
}

/** What the names of the client's environment variables begin with. */
export function environmentOf({ variable }: ClientModel): string {
  return variable.replace(/[A-Z]/g, "_$&").toUpperCase();
}

/** What the runtime takes from a contract. */
export function contractTable(client: ClientModel): ContractFacts {
  const { contract, issuer } = client;
  const methods = client.groups.flatMap((group) => group.methods);
  return {
    agent: `${client.packageName.replace(/^@/, "").replace("/", "-")}/${client.version}`,
    environment: environmentOf(client),
    operations: {
      ...(issuer && {
        [issuer.id]: {
          ...operationFacts(contract, issuer, toRule(contract, buildMethod(contract, issuer).result, true)),
          bare: true,
        },
      }),
      ...Object.fromEntries(methods.map((method) => [method.operation.id, toOperationRules(contract, method)])),
    },
    rules: collectRules(
      contract,
      [...methods, ...(issuer ? [buildMethod(contract, issuer)] : [])].map(({ result }) => result),
    ),
    refusals: [
      ...new Set([
        ...(issuer ? refusalsOf(contract, issuer) : []),
        ...printCodes(contract.errors.filter(isRefusal).filter(({ anywhere }) => anywhere)),
      ]),
    ],
    limitHeaders: limitHeaders(contract),
    schemes: schemeFacts(contract),
    ...(issuer && { token: tokenFacts(issuer) }),
  };
}

function toOperationRules(contract: Contract, method: ClientMethod): OperationRules {
  const { operation, parameters, envelope } = method;
  const { idempotency } = operation;
  const keyParameter = operation.parameters.find(
    ({ name }) => name.toLowerCase() === idempotency?.header.toLowerCase(),
  );
  const rules = parameters.map((parameter): [string, ParameterRule] => {
    const { required: _fields, ...rule } = toRule(contract, parameter.schema);
    return [
      parameter.name,
      {
        in: parameter.in === "query" ? "query" : "header",
        ...(parameter.required && { required: true }),
        ...(parameter.separator && { separator: parameter.separator }),
        ...rule,
      },
    ];
  });
  const name = bodyRule(operation);
  const echoes = echoesOf(contract, operation, method.result);
  return {
    ...operationFacts(contract, operation, toRule(contract, method.result, true)),
    ...(name !== undefined && { body: name }),
    ...(rules.length > 0 && { parameters: Object.fromEntries(rules) }),
    ...(idempotency && { key: keyRules(contract, operation, idempotency, keyRule(contract, keyParameter)) }),
    ...(!envelope && { bare: true }),
    ...(Object.keys(echoes).length > 0 && { echoes }),
  };
}

function keyRules(contract: Contract, operation: Operation, idempotency: Idempotency, rule: Rule): KeyRules {
  const { header, retention, keeps } = idempotency;
  const conflict = contract.errors.find(({ code }) => code === idempotency.conflict)?.status ?? 409;
  const settling = printCodes(errorsOf(contract, operation).filter(({ code }) => keeps.includes(code)));
  return { header, conflict, settling, lifetime: retention * 1000, rule };
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

/** The rule of an idempotency key, its pattern included: nothing else could be sent in a header. */
function keyRule(contract: Contract, parameter: Parameter | undefined): Rule {
  const schema = parameter?.schema ?? { type: "string", minLength: 1 };
  return { ...toRule(contract, schema), ...(schema.pattern && { pattern: schema.pattern }) };
}

function operationFacts(
  contract: Contract,
  operation: Operation,
  response: Rule,
): Omit<OperationRules, "body" | "parameters" | "key"> {
  const { method, path, rateLimit, ways, body } = operation;
  const types = contract.operations.flatMap(({ responses }) => successTypes(responses));
  const [accept] = successTypes(operation.responses);
  return {
    method,
    path,
    ...(body && body.mediaType !== "application/json" && { mediaType: body.mediaType }),
    // Said where the service may have to choose.
    ...(accept !== undefined && types.some((type) => type !== "application/json") && { accept }),
    ...(body && !body.required && { bodyOptional: true }),
    ...(ways.length > 0 && { security: ways }),
    ...(rateLimit && { limit: [rateLimit.limit, rateLimit.window] }),
    refusals: refusalsOf(contract, operation),
    response,
  };
}

function successTypes(responses: Operation["responses"]): string[] {
  return responses.flatMap(({ status, mediaType }) => (status < 300 && mediaType !== undefined ? [mediaType] : []));
}

/** The security schemes that operations name, and where each puts its credentials. */
function schemeFacts({ operations, securitySchemes }: Contract): Record<string, SchemeFacts> {
  const used = [...new Set(operations.flatMap(({ ways }) => ways.flat()))];
  return Object.fromEntries(
    used.map((name) => {
      const { apiKey, scheme = "bearer" } = securitySchemes[name] ?? { type: "http" };
      if (apiKey) return [name, { kind: "apiKey", ...apiKey }];
      if (/^basic$/i.test(scheme)) return [name, { kind: "basic" }];
      return [name, { kind: "bearer", ...(!/^bearer$/i.test(scheme) && { prefix: scheme }) }];
    }),
  );
}

function tokenFacts({ id, token }: NonNullable<ClientModel["issuer"]>): TokenFacts {
  return {
    scheme: token.scheme,
    operation: id,
    token: token.token,
    expiresIn: token.expiresIn,
    unit: token.unit === "seconds" ? 1000 : 1,
    renewEarly: token.renewEarly * 1000,
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
