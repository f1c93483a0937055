import type { Contract, Operation, Parameter } from "../../../contract/src/model.ts";
import type { Json } from "../../../contract/src/openapi.ts";

/** Default address of the mock. */
export const mockUrl = "http://127.0.0.1:4010";

/**
 * A curl command that calls an operation, ready to be pasted into a shell.
 *
 * @param baseUrl address of the service, like `http://127.0.0.1:4010`
 * @param body what it sends; by default the shortest example of a request
 * @returns the command in several lines; every word of the contract is quoted
 */
export function curlFor(
  operation: Operation,
  contract: Contract,
  baseUrl: string,
  body = shortestBody(operation),
): string {
  const impliesMethod = operation.method === (body === undefined ? "GET" : "POST");
  const call = `curl -i${impliesMethod ? "" : ` -X ${quote(operation.method)}`} `;
  const { target, headers } = requestHead(operation, contract);
  const address = baseUrl.replace(/\/$/, "");
  return [
    // A variable of the shell is left to the shell.
    call + (address.startsWith("$") ? `"${address}"${quote(target)}` : quote(address + target)),
    ...authorize(operation, contract),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(operation.body && body !== undefined
      ? [`-H ${quote(`Content-Type: ${operation.body.mediaType}`)}`, `-d ${quoteJson(body)}`]
      : []),
  ].join(" \\\n  ");
}

/** What a request of an operation begins with: its path with query, and the headers that it needs besides `Authorization`. */
export function requestHead(
  operation: Operation,
  contract: Contract,
): { target: string; headers: Record<string, string> } {
  const needed = operation.parameters.filter(isNeededHeader);
  const { apiKey } = contract.securitySchemes[operation.security ?? ""] ?? {};
  const target = addressOf(operation);
  const asked =
    apiKey?.in === "query" ? `${target.includes("?") ? "&" : "?"}${encodeURIComponent(apiKey.name)}=key` : "";
  return {
    target: target + asked,
    headers: {
      ...(apiKey?.in === "header" && { [apiKey.name]: "key" }),
      ...(apiKey?.in === "cookie" && { Cookie: `${apiKey.name}=key` }),
      ...Object.fromEntries(needed.map((parameter) => [parameter.name, sample(parameter)])),
    },
  };
}

/** The shortest example of a request. */
function shortestBody({ body }: Operation): Json | undefined {
  return body?.examples.map(({ value }) => value).sort((a, b) => size(a) - size(b))[0];
}

/** A word that a POSIX shell takes as it is. */
export function quote(word: string): string {
  const line = word.replaceAll(/\p{Cc}/gu, " ");
  return /^[\w/:.=@%+,-]+$/.test(line) ? line : `'${line.replaceAll("'", "'\\''")}'`;
}

/** A body as a word of a shell: in lines of its own where one would be too long to be read. */
function quoteJson(body: Json): string {
  const line = JSON.stringify(body);
  if (line.length <= 60) return quote(line);
  return `'${JSON.stringify(body, null, 2)
    .split("\n")
    .map((part) => part.replaceAll(/\p{Cc}/gu, " ").replaceAll("'", "'\\''"))
    .join("\n")}'`;
}

function addressOf({ path, parameters }: Operation): string {
  const values = new Map(parameters.filter((parameter) => parameter.in === "path").map((p) => [p.name, sample(p)]));
  const segments = path.split(/\{([^}]*)\}/).map((part, index) => {
    return index % 2 === 0 ? encodeURI(part) : encodeURIComponent(values.get(part) ?? part);
  });
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .flatMap((parameter) =>
      samples(parameter).map((value) => [parameter.name, value].map(encodeURIComponent).join("=")),
    );
  return segments.join("") + (query.length > 0 ? `?${query.join("&")}` : "");
}

/** A name that is no token would make curl read a file, or the header another one. */
function isNeededHeader(parameter: Parameter): boolean {
  return parameter.in === "header" && parameter.required && /^[\w!#$%&'*+.^`|~-]+$/.test(parameter.name);
}

function authorize(operation: Operation, contract: Contract): string[] {
  const scheme = contract.securitySchemes[operation.security ?? ""]?.scheme?.toLowerCase();
  if (scheme === "basic") return ["-u key:secret"];
  if (scheme === "bearer") return [`-H ${quote("Authorization: Bearer token")}`];
  return [];
}

function sample(parameter: Parameter): string {
  return samples(parameter).join(parameter.separator ?? ",");
}

/** Sample values of a parameter: one, or one for each item of a list whose items are parameters of their own. */
function samples({ name, example, schema, separator }: Parameter): string[] {
  const value = example ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0] ?? name;
  const texts = [value].flat().map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  return separator === null ? texts : [texts.join(separator ?? ",")];
}

function size(value: unknown): number {
  return JSON.stringify(value).length;
}
