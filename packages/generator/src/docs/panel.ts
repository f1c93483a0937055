import type { Contract, Notification, Operation } from "../../../contract/src/model.ts";
import type { Json } from "../../../contract/src/openapi.ts";
import { buildClientModel, memberOf } from "../client/client-model.ts";
import { printCredentials } from "../client/print-client.ts";
import { environmentOf } from "../client/print-contract.ts";
import { projectWord } from "../names.ts";
import { literal } from "../print-code.ts";
import type { Project } from "../project.ts";
import { curlFor, quote, requestHead } from "./curl.ts";
import { eventFile, operationFile } from "./words.ts";

/** What stands next to a page of the reference: requests in several languages, and what comes back. */
export interface Panel {
  method: string;
  path: string;
  /** Requests by example; one without a name where the operation has no body. */
  requests: PanelRequest[];
  responses: PanelResponse[];
  /** What a reader can send; absent where the service is the one who sends. */
  call?: PanelCall;
}

/** How to send a request, besides its body. */
export interface PanelCall {
  /** Path with query. */
  path: string;
  headers: Record<string, string>;
  /** Scheme of the credentials, in lower case: `basic`, `bearer`. */
  security: string | null;
  /** How a token is obtained, where the contract says it. */
  token?: { method: string; path: string; field: string };
  /** Header whose value has to be another for each request. */
  keyHeader?: string;
  /** What the operation is about. */
  group: string;
}

export interface PanelRequest {
  name: string;
  summary: string;
  /** The body, if it has one. */
  body?: Json;
  /** Code by language. */
  code: { label: string; language: string; text: string }[];
}

export interface PanelResponse {
  status: number;
  name: string;
  summary: string;
  body?: Json;
}

/** The panels of a contract, by the names of their pages without `.md`. */
export function panelsOf(project: Project, contract: Contract): Record<string, Panel> {
  const samples = clientSamples(project, contract);
  const address = `$${projectWord(project).toUpperCase()}_BASE_URL`;
  return Object.fromEntries([
    ...contract.operations.map(
      (one) => [pageOf(operationFile(one.id)), operationPanel(contract, one, samples, address)] as const,
    ),
    ...contract.notifications.map((one) => [pageOf(eventFile(one.event)), eventPanel(project, contract, one)] as const),
  ]);
}

function pageOf(file: string): string {
  return file.replace(/\.md$/, "");
}

type Sample = (operation: Operation, body: Json | undefined) => string;

/** Calls as the client of the contract makes them. */
function clientSamples(project: Project, contract: Contract): Sample {
  const client = buildClientModel(project, contract);
  const { packageName, prefix, variable, groups, issuer } = client;
  const environment = environmentOf(client);
  const head = `import { create${prefix}Client } from "${packageName}";

${
  issuer
    ? `// Address, key and secret come from ${environment}_BASE_URL, ${environment}_API_KEY and ${environment}_API_SECRET.\nconst ${variable} = create${prefix}Client();`
    : `const ${variable} = create${prefix}Client({ baseUrl${printCredentials(client)} });`
}
`;
  return (operation, body) => {
    if (operation.id === issuer?.id)
      return `${head}\n// The client obtains and renews tokens by itself: nothing is to be called.\n`;
    const found = groups
      .flatMap((group) => group.methods.map((method) => ({ group, method })))
      .find(({ method }) => method.operation.id === operation.id);
    if (!found) return head;
    const { group, method } = found;
    const values = [
      ...method.pathParameters.map(({ parameter }) => literal(parameter.example ?? "")),
      ...(body === undefined ? [] : [literal(body)]),
      ...(operation.idempotency ? ['{ idempotencyKey: "stored-before-the-call" }'] : []),
    ];
    return `${head}\nconst data = await ${memberOf(client, group)}.${method.name}(${values.join(", ")});\nconsole.log(data);\n`;
  };
}

function operationPanel(contract: Contract, operation: Operation, sample: Sample, address: string): Panel {
  const { method, path, body, responses } = operation;
  const examples = body?.examples ?? [{ name: "", summary: "", value: undefined }];
  return {
    method,
    path,
    requests: examples.map(({ name, summary, value }) => ({
      name,
      summary,
      ...(value !== undefined && { body: value }),
      code: [
        { label: "curl", language: "sh", text: curlFor(operation, contract, address, value) },
        { label: "TypeScript", language: "ts", text: sample(operation, value) },
        { label: "HTTP", language: "http", text: rawRequest(contract, operation, value) },
      ],
    })),
    responses: responses.flatMap(({ status, examples }) =>
      examples.length > 0
        ? examples.map(({ name, summary, value }) => ({ status, name, summary, body: value }))
        : [{ status, name: String(status), summary: "" }],
    ),
    call: panelCall(contract, operation),
  };
}

function panelCall(contract: Contract, operation: Operation): PanelCall {
  const { target, headers } = requestHead(operation, contract);
  const issuer = contract.operations.find(({ token }) => token?.scheme === operation.security);
  return {
    path: target,
    headers,
    security: contract.securitySchemes[operation.security ?? ""]?.scheme?.toLowerCase() ?? null,
    ...(issuer?.token && { token: { method: issuer.method, path: issuer.path, field: issuer.token.token } }),
    ...(operation.idempotency && { keyHeader: operation.idempotency.header }),
    group: operation.group,
  };
}

function rawRequest(contract: Contract, operation: Operation, body: Json | undefined): string {
  const scheme = contract.securitySchemes[operation.security ?? ""]?.scheme?.toLowerCase();
  const credentials = { basic: "Basic a2V5OnNlY3JldA==", bearer: "Bearer <token>" }[scheme ?? ""];
  const { target, headers } = requestHead(operation, contract);
  return rawMessage(
    `${operation.method} ${target} HTTP/1.1`,
    {
      Host: new URL((contract.servers[0]?.url ?? "").replaceAll(/\{.*?\}/g, "api"), "https://api.example.com").host,
      ...(credentials !== undefined && { Authorization: credentials }),
      ...headers,
      ...(body !== undefined && { "Content-Type": operation.body?.mediaType ?? "" }),
    },
    body,
  );
}

function rawMessage(first: string, headers: Record<string, string>, body: Json | undefined): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [first, ...lines, "", ...(body === undefined ? [] : [JSON.stringify(body, null, 2)])].join("\n");
}

function eventPanel(project: Project, contract: Contract, { event, subject, body }: Notification): Panel {
  const { signature } = contract;
  const signed = signature && `${signature.timestamp}=1795186800,${signature.version}=<hex>`;
  const headers = { "Content-Type": body.mediaType, ...(signature && { [signature.header]: signed ?? "" }) };
  const handler = `import { createServer } from "node:http";
import { createNotificationHandler, toNodeHandler } from "@${project.name}/client/notifications";

const handler = createNotificationHandler({
  secrets: process.env.NOTIFICATION_SECRET ?? "",
  on: { ${event}: ({ ${subject} }) => console.log(${subject}.id) },
  onError: (error) => console.error(error),
});
createServer(toNodeHandler(handler)).listen(8080);
`;
  return {
    method: "POST",
    path: "your URL",
    requests: body.examples.map(({ name, summary, value }) => ({
      name,
      summary,
      code: [
        {
          label: "HTTP",
          language: "http",
          text: rawMessage("POST /notifications HTTP/1.1", { Host: "shop.example", ...headers }, value),
        },
        { label: "TypeScript", language: "ts", text: handler },
        {
          label: "curl",
          language: "sh",
          text: `curl -i http://127.0.0.1:8080/ \\\n  -H 'Content-Type: application/json' \\\n  -d ${quote(JSON.stringify(value))}`,
        },
      ],
    })),
    responses: [],
  };
}
