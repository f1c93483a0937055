import type { Contract, Operation } from "@packages/contract/src/model.ts";
import type { Json } from "@packages/contract/src/openapi.ts";
import type { FormPart, SampleRequest } from "@packages/contract/src/sample-request.ts";

/** Address and credentials of the requests in samples. */
export interface SampleCredentials {
  /** Address without a slash at the end. */
  url: string;
  key: string;
  secret: string;
}

/** The account of a sandbox on this machine. */
export const localAccount: SampleCredentials = {
  url: "http://127.0.0.1:4020",
  key: "sandbox-key",
  secret: "sandbox-secret",
};

/**
 * An account at the first server that the contract names by its address, or at that of an operation; without one, a local one.
 */
export function chooseAccount(
  { servers }: Pick<Contract, "servers">,
  { server: own = "/" }: Pick<Operation, "server"> = {},
): SampleCredentials {
  if (own !== "/") return { ...localAccount, url: own };
  const usual = servers.find(({ url }) => /^https?:/i.test(url));
  return usual ? { ...localAccount, url: serverAddress(usual).replace(/\/$/, "") } : localAccount;
}

/** The address of a server, with the defaults of its variables. */
export function serverAddress({ url, variables }: Contract["servers"][number]): string {
  return url.replace(/\{([^{}]+)\}/g, (place, name: string) => variables[name] ?? place);
}

/**
 * Commands for a POSIX shell that run as pasted: they request a token first if the operation needs one. Every word of
 * the contract is quoted.
 */
export function printCurl(request: SampleRequest, { url, key, secret }: SampleCredentials): string {
  const { method, path, headers, body, parts = [], security, token } = request;
  const user = `-u ${quote(`${key}:${secret}`)}`;
  const bearer = token ? '-H "Authorization: Bearer $TOKEN"' : "-H 'Authorization: Bearer token'";
  const usualMethod = body === undefined ? "GET" : "POST";
  const chosenMethod = method === usualMethod ? "" : ` -X ${quote(method)}`;
  const call = [
    `curl -i${chosenMethod} ${quote(url + path)}`,
    ...(security === "basic" ? [user] : []),
    ...(security === "bearer" ? [bearer] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...parts.map(printPart),
    ...(body === undefined || request.parts ? [] : [`-d ${quote(printSent(request))}`]),
  ].join(" \\\n  ");
  if (!token) return call;
  const find = `s/.*"${token.field.replaceAll(/\W/g, ".")}" *: *"\\([^"]*\\)".*/\\1/p`;
  return `TOKEN=$(curl -sS -X ${quote(token.method)} ${quote(url + token.path)} \\
  ${user} |
  sed -n ${quote(find)})
${call}`;
}

/** A program for Python 3 that needs no package. */
export function printPython(
  request: SampleRequest,
  { url, key, secret }: SampleCredentials,
): string {
  const { method, path, headers, body, security, token } = request;
  const string = (value: string): string => JSON.stringify(value);
  const credentials = { basic: "basic", bearer: token ? '"Bearer " + token' : '"Bearer token"' }[
    security ?? ""
  ];
  const lines = [
    ...(credentials ? [`    "Authorization": ${credentials},\n`] : []),
    ...Object.entries(headers).map(([name, value]) => `    ${string(name)}: ${string(value)},\n`),
  ];
  const given = [method, path].map(string).join(", ");
  return `import base64
import json
import urllib.request

def call(method, path, headers, body=None):
    request = urllib.request.Request(${string(url)} + path, body and body.encode(), headers, method=method)
    with urllib.request.urlopen(request) as response:
        return response.read().decode()

basic = "Basic " + base64.b64encode(${string(`${key}:${secret}`)}.encode()).decode()
${token ? `issued = call(${string(token.method)}, ${string(token.path)}, {"Authorization": basic})\ntoken = json.loads(issued)[${string(token.field)}]\n` : ""}\
print(call(${given}, {${lines.length > 0 ? `\n${lines.join("")}` : ""}}${body === undefined ? "" : `, r"""${printSent(request)}"""`}))
`;
}

/** A program for PHP 8 that needs no extension. */
export function printPhp(request: SampleRequest, { url, key, secret }: SampleCredentials): string {
  const { method, path, headers, body, security, token } = request;
  const string = (value: string): string => `'${value.replaceAll(/['\\]/g, "\\$&")}'`;
  const credentials = {
    basic: "$basic",
    bearer: token ? '"Authorization: Bearer $token"' : "'Authorization: Bearer token'",
  };
  const authorization = credentials[security as keyof typeof credentials];
  const lines = [
    ...(authorization ? [authorization] : []),
    ...Object.entries(headers).map(([name, value]) => string(`${name}: ${value}`)),
  ].map((line) => `    ${line},\n`);
  const given = [method, path].map(string).join(", ");
  return `<?php
function call(string $method, string $path, array $headers, string $body = ''): string {
    $http = ['method' => $method, 'header' => $headers, 'content' => $body, 'ignore_errors' => true];
    return file_get_contents(${string(url)} . $path, false, stream_context_create(['http' => $http]));
}

$basic = 'Authorization: Basic ' . base64_encode(${string(`${key}:${secret}`)});
${token ? `$token = json_decode(call(${string(token.method)}, ${string(token.path)}, [$basic]), true)[${string(token.field)}];\n` : ""}\
echo call(${given}, [${lines.length > 0 ? `\n${lines.join("")}` : ""}]${body === undefined ? "" : `, <<<'JSON'\n${printSent(request)}\nJSON`});
`;
}

/** A word that a POSIX shell takes as it is. */
export function quote(word: string): string {
  return /^[\w/:.=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A part of a multipart form; of a file, its name. */
function printPart({ name, value, isFile, type }: FormPart): string {
  const suffix = type === undefined ? "" : `;type=${type}`;
  if (isFile) return `-F ${quote(`${name}=@${name}.bin${suffix}`)}`;
  // Quotes keep curl from taking a value for a file, or its end for options.
  const escaped = value.replaceAll(/["\\]/g, "\\$&");
  return `-F ${quote(`${name}="${escaped}"${suffix}`)}`;
}

function printSent({ body, sent }: SampleRequest): string {
  return sent ?? printShortJson(body ?? null);
}

/** JSON in one line if that is short enough to read. */
function printShortJson(body: Json): string {
  const line = JSON.stringify(body);
  return line.length <= 60 ? line : JSON.stringify(body, null, 2);
}
