import type { Contract, Notification, Operation } from "@packages/contract/src/model.ts";
import type { Json } from "@packages/contract/src/openapi.ts";
import { type SampleRequest, sampleRequest } from "@packages/contract/src/sample-request.ts";
import { signatureForm } from "@packages/contract/src/words.ts";
import { buildClientModel, memberOf } from "../client/client-model.ts";
import { withBlobs } from "../client/method-docs.ts";
import { printCredentials } from "../client/print-client.ts";
import { literal } from "../print-code.ts";
import type { Project } from "../project.ts";
import { printCurl, printPhp, printPython, type SampleCredentials } from "./samples.ts";
import { eventFile, operationFile } from "./words.ts";

/** The panel next to a page of the reference: requests in several languages, and their responses. */
export interface Panel {
  method: string;
  path: string;
  /** Requests by example; one without a name if the operation has no body. */
  requests: PanelRequest[];
  responses: PanelResponse[];
  /** The call that a reader can send, without its body; absent if the service is the sender. */
  call?: PanelCall;
}

export interface PanelCall extends SampleRequest {
  /** Header whose value has to be another for each request. */
  keyHeader?: string;
  /** The operation's group. */
  group: string;
  /** The sample of the identifier in its path, if it has one. */
  id?: string;
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

/**
 * The panels of a contract, by the names of their pages without `.md`.
 *
 * @param account address and credentials of the requests
 */
export function panelsOf(
  project: Project,
  contract: Contract,
  account: SampleCredentials,
): Record<string, Panel> {
  const samples = clientSamples(project, contract, account);
  return Object.fromEntries([
    ...contract.operations.map(
      (one) =>
        [pageOf(operationFile(one.id)), operationPanel(contract, one, samples, account)] as const,
    ),
    ...contract.notifications.map(
      (one) => [pageOf(eventFile(one.event)), eventPanel(project, contract, one)] as const,
    ),
  ]);
}

function pageOf(file: string): string {
  return file.replace(/\.md$/, "");
}

type Sample = (operation: Operation, body: Json | undefined) => string;

/** Calls as the client of the contract makes them. */
function clientSamples(
  project: Project,
  contract: Contract,
  { url, key, secret }: SampleCredentials,
): Sample {
  const client = buildClientModel(project, contract);
  const { packageName, prefix, variable, groups, issuer } = client;
  const own = literal({ baseUrl: url, apiKey: key, apiSecret: secret });
  const head = `import { create${prefix}Client } from "${packageName}";

const ${variable} = create${prefix}Client(${issuer ? own : `{ baseUrl: ${literal(url)}${printCredentials(client)} }`});
`;
  return (operation, body) => {
    if (operation.id === issuer?.id)
      return `${head}\n// The client obtains and renews tokens by itself: there is no call.\n`;
    const found = groups
      .flatMap((group) => group.methods.map((method) => ({ group, method })))
      .find(({ method }) => method.operation.id === operation.id);
    if (!found) return head;
    const { group, method } = found;
    const { idempotency } = operation;
    const values = [
      ...method.pathParameters.map(({ parameter }) => literal(parameter.example ?? "")),
      ...(body === undefined ? [] : [literal(withBlobs(body, operation.body?.form))]),
      ...(idempotency
        ? [
            `{ idempotencyKey: ${literal(sampleRequest(contract, operation).headers[idempotency.header] ?? "")} }`,
          ]
        : []),
    ];
    return `${head}\nconst data = await ${memberOf(client, group)}.${method.name}(${values.join(", ")});\nconsole.log(data);\n`;
  };
}

function operationPanel(
  contract: Contract,
  operation: Operation,
  sample: Sample,
  account: SampleCredentials,
): Panel {
  const { method, path, body, responses, idempotency, group, parameters } = operation;
  const examples = body?.examples ?? [{ name: "", summary: "", value: undefined }];
  const { example: id } = parameters.findLast((parameter) => parameter.in === "path") ?? {};
  return {
    method,
    path,
    requests: examples.map(({ name, summary, value }) => {
      const request = sampleRequest(contract, operation, value);
      return {
        name,
        summary,
        ...(value !== undefined && { body: value }),
        code: [
          { label: "curl", language: "sh", text: printCurl(request, account) },
          { label: "TypeScript", language: "ts", text: sample(operation, value) },
          // Without a package, neither language has forms of parts.
          ...(request.parts
            ? []
            : [
                { label: "Python", language: "python", text: printPython(request, account) },
                { label: "PHP", language: "php", text: printPhp(request, account) },
              ]),
        ],
      };
    }),
    responses: responses.flatMap(({ status, examples }) =>
      examples.length > 0
        ? examples.map(({ name, summary, value }) => ({ status, name, summary, body: value }))
        : [{ status, name: String(status), summary: "" }],
    ),
    call: {
      ...sampleRequest(contract, operation),
      ...(idempotency && { keyHeader: idempotency.header }),
      ...(typeof id === "string" && { id }),
      group,
    },
  };
}

function eventPanel(
  project: Project,
  { signature }: Contract,
  { event, subject, body }: Notification,
): Panel {
  const signed = (signature ? signatureForm(signature, "1795186800") : [])
    .map((pair) => `${pair.join(": ")}\n`)
    .join("");
  const handler = `import { createServer } from "node:http";
import { createNotificationHandler, toNodeHandler } from "@${project.name}/client/notifications";

const handler = createNotificationHandler({
  secrets: process.env.NOTIFICATION_SECRET ?? "",
  on: { ${event}: ({ ${subject} }) => console.log(${subject}.id) },
  onError: (error) => console.error(error),
});
createServer(toNodeHandler(handler)).listen(3000);
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
          text: `POST /notifications HTTP/1.1\nHost: shop.example\nContent-Type: ${body.mediaType}\n${signed}\n${JSON.stringify(value, null, 2)}`,
        },
        { label: "TypeScript", language: "ts", text: handler },
      ],
    })),
    responses: [],
  };
}
