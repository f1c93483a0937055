import type { Contract, Operation, Parameter } from "../contract/model.ts";

/**
 * A curl command that calls an operation with its shortest request example, ready to be pasted into a shell.
 *
 * @param baseUrl address of the service, like `http://127.0.0.1:4010`
 * @returns the command in several lines; every word of the contract is quoted
 */
export function curlFor(operation: Operation, contract: Contract, baseUrl: string): string {
  const example = operation.body?.examples.map(({ value }) => value).sort((a, b) => size(a) - size(b))[0];
  const impliesMethod = operation.method === (example === undefined ? "GET" : "POST");
  const call = `curl -i${impliesMethod ? "" : ` -X ${quote(operation.method)}`} `;
  const headers = operation.parameters.filter(isNeededHeader).map(({ name, ...parameter }) => {
    return `-H ${quote(`${name}: ${sample({ name, ...parameter })}`)}`;
  });
  return [
    call + quote(baseUrl.replace(/\/$/, "") + addressOf(operation)),
    ...authorize(operation, contract),
    ...headers,
    ...(operation.body && example !== undefined
      ? [`-H ${quote(`Content-Type: ${operation.body.mediaType}`)}`, `-d ${quote(JSON.stringify(example))}`]
      : []),
  ].join(" \\\n  ");
}

/** A word that a POSIX shell takes as it is. */
export function quote(word: string): string {
  const line = word.replaceAll(/\p{Cc}/gu, " ");
  return /^[\w/:.=@%+,-]+$/.test(line) ? line : `'${line.replaceAll("'", "'\\''")}'`;
}

function addressOf({ path, parameters }: Operation): string {
  const values = new Map(parameters.filter((parameter) => parameter.in === "path").map((p) => [p.name, sample(p)]));
  const segments = path.split(/\{([^}]*)\}/).map((part, index) => {
    return index % 2 === 0 ? encodeURI(part) : encodeURIComponent(values.get(part) ?? part);
  });
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map((parameter) => `${encodeURIComponent(parameter.name)}=${encodeURIComponent(sample(parameter))}`);
  return segments.join("") + (query.length > 0 ? `?${query.join("&")}` : "");
}

/** A name that is no token would make curl read a file, or the header another one. */
function isNeededHeader(parameter: Parameter): boolean {
  return parameter.in === "header" && parameter.required && /^[\w!#$%&'*+.^`|~-]+$/.test(parameter.name);
}

function authorize(operation: Operation, contract: Contract): string[] {
  const scheme = contract.securitySchemes[operation.security ?? ""]?.scheme?.toLowerCase();
  if (scheme === "basic") return ["-u key:secret"];
  if (scheme === "bearer") return [`-H ${quote(`Authorization: Bearer ${tokenFor(operation, contract)}`)}`];
  return [];
}

/** The token that the contract's own example of the issuing operation shows. */
function tokenFor(operation: Operation, contract: Contract): string {
  const issuer = contract.operations.find(({ token }) => token?.scheme === operation.security);
  const answer = issuer?.responses.find(({ status }) => status < 300)?.examples[0]?.value;
  if (!issuer?.token || answer === null || typeof answer !== "object" || Array.isArray(answer)) return "token";
  return String(answer[issuer.token.token] ?? "token");
}

function sample({ name, example, schema }: Parameter): string {
  const value = example ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0] ?? name;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function size(value: unknown): number {
  return JSON.stringify(value).length;
}
