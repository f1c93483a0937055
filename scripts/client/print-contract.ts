import type { LimitHeaders, OperationFacts, TokenFacts } from "../../runtime/client/contract-table.ts";
import type { Contract, Operation, Parameter } from "../contract/model.ts";
import { banner, key, literal } from "../print-code.ts";
import type { ClientDescription, ClientMethod } from "./describe.ts";
import { printChecks } from "./print-checks.ts";
import { bodyRule, collectRules, type ParameterRule, type Rule, toRule } from "./rules.ts";

/** What the runtime takes from a contract, before its rules are code. */
export interface ContractFacts {
  operations: Record<string, OperationRules>;
  /** Rules of request bodies, by the name of their schema. */
  rules: Record<string, Rule>;
  limitHeaders: LimitHeaders;
  token: TokenFacts;
}

/** What the runtime takes of an operation, before its rules are code. */
export interface OperationRules extends Omit<OperationFacts, "body" | "parameters" | "key"> {
  /** Name of the body's rule. */
  body?: string;
  parameters?: Record<string, ParameterRule>;
  /** Header that carries the idempotency key, its rule, and the status of a conflict. */
  key?: [header: string, rule: Rule, conflict: number];
}

/** The module with what the runtime takes from the contract. */
export function printContract(client: ClientDescription): string {
  const { operations, rules, limitHeaders, token } = contractTable(client);
  const { declarations, imports, print } = printChecks(rules, "  ");
  const printed = Object.entries(operations).map(([id, { body, parameters, key: keyFacts, ...facts }]) => {
    const fields = [
      ...Object.entries(facts).map(([name, fact]) => `${name}: ${literal(fact)}`),
      ...(body === undefined ? [] : [`body: ${print({ ref: body })}`]),
      ...(parameters ? [`parameters: takeParameters(${printParameters(parameters, print)})`] : []),
      ...(keyFacts ? [`key: [${literal(keyFacts[0])}, ${print(keyFacts[1])}, ${keyFacts[2]}]`] : []),
    ];
    return `      ${key(id)}: {\n${fields.map((field) => `        ${field},\n`).join("")}      },\n`;
  });
  const takes = Object.values(operations).some(({ parameters }) => parameters);
  return `${banner}import { ${imports().join(", ")} } from "../../../runtime/client/checks.ts";
import type { ContractTable } from "../../../runtime/client/contract-table.ts";
${takes ? 'import { takeParameters } from "../../../runtime/client/parameters.ts";\n' : ""}
/** What the client knows of the contract. A function: a program without a client does not load it. */
export function describeContract(): ContractTable {
${declarations()}  return {
    operations: {
${printed.join("")}    },
    limitHeaders: ${literal(limitHeaders, "    ")},
    token: ${literal(token, "    ")},
  };
}
`;
}

function printParameters(parameters: Record<string, ParameterRule>, print: (rule: Rule) => string): string {
  return Object.entries(parameters)
    .map(
      ([name, { in: place, required = false, ...rule }]) =>
        `[${literal(name)}, ${literal(place)}, ${required}, ${print(rule)}]`,
    )
    .join(", ");
}

/** What the runtime takes from a contract. */
export function contractTable(client: ClientDescription): ContractFacts {
  const { contract, issuer } = client;
  const methods = client.groups.flatMap((group) => group.methods);
  return {
    operations: {
      [issuer.id]: { ...describeOperation(issuer), bare: true },
      ...Object.fromEntries(methods.map((method) => [method.operation.id, describeMethod(contract, method)])),
    },
    rules: collectRules(contract),
    limitHeaders: limitHeaders(contract),
    token: tokenFacts(client),
  };
}

function describeMethod(contract: Contract, method: ClientMethod): OperationRules {
  const { operation, parameters, envelope } = method;
  const { idempotency } = operation;
  const keyParameter = operation.parameters.find(
    ({ name }) => name.toLowerCase() === idempotency?.header.toLowerCase(),
  );
  const conflict = contract.errors.find(({ code }) => code === idempotency?.conflict)?.status;
  const rules = parameters.map((parameter): [string, ParameterRule] => {
    const { required: _fields, ...rule } = toRule(contract, parameter.schema);
    return [
      parameter.name,
      { in: parameter.in === "query" ? "query" : "header", ...(parameter.required && { required: true }), ...rule },
    ];
  });
  const name = bodyRule(operation);
  return {
    ...describeOperation(operation),
    ...(name !== undefined && { body: name }),
    ...(rules.length > 0 && { parameters: Object.fromEntries(rules) }),
    ...(idempotency && { key: [idempotency.header, keyRule(contract, keyParameter), conflict ?? 409] }),
    ...(!envelope && { bare: true }),
  };
}

/** The rule of an idempotency key, its pattern included: nothing else could be sent in a header. */
function keyRule(contract: Contract, parameter: Parameter | undefined): Rule {
  const schema = parameter?.schema ?? { type: "string", minLength: 1 };
  return { ...toRule(contract, schema), ...(schema.pattern && { pattern: schema.pattern }) };
}

function describeOperation({ method, path, rateLimit }: Operation): Pick<OperationFacts, "method" | "path" | "limit"> {
  return { method, path, ...(rateLimit && { limit: [rateLimit.limit, rateLimit.window] }) };
}

function tokenFacts({ contract, issuer }: ClientDescription): TokenFacts {
  const { token } = issuer;
  const bearer = contract.operations.filter(({ security }) => security === token.scheme);
  const renewOn = contract.errors.filter(
    ({ status, operations }) => status === 401 && bearer.some(({ id }) => operations.includes(id)),
  );
  return {
    operation: issuer.id,
    token: token.token,
    expiresIn: token.expiresIn,
    unit: token.unit === "seconds" ? 1000 : 1,
    renewEarly: token.renewEarly * 1000,
    renewOn: renewOn.map(({ code }) => code),
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
