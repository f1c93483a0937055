import type { Contract, Operation, Parameter } from "../contract/model.ts";
import type { ClientDescription, ClientMethod } from "./describe.ts";
import { banner, value } from "./print-code.ts";
import { bodyRule, collectRules, toRule } from "./rules.ts";
import type {
  ContractTable,
  LimitHeaders,
  OperationFacts,
  ParameterRule,
  Rule,
  TokenFacts,
} from "./runtime/contract-table.ts";

/** The module with what the runtime takes from the contract. */
export function printContract(client: ClientDescription): string {
  return `${banner}import type { ContractTable } from "./runtime/contract-table.ts";

/** What the client knows of the contract. */
export const contract: ContractTable = ${value(contractTable(client))};
`;
}

/** What the runtime takes from a contract. */
export function contractTable(client: ClientDescription): ContractTable {
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

function describeMethod(contract: Contract, method: ClientMethod): OperationFacts {
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
