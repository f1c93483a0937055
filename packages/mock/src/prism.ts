// Prism behind one interface: the document, the requests and the responses in the forms that it reads and gives.
import type { IncomingHttpHeaders } from "node:http";
import { unfoldKinds } from "@packages/contract/src/document/unfold-kinds.ts";
import { bodyKind, withoutParameters } from "@packages/contract/src/media-types.ts";
import type { Contract, Operation, ResponseHeader } from "@packages/contract/src/model.ts";
import {
  type Document,
  type Header,
  type Method,
  type RequestBody,
  resolve,
} from "@packages/contract/src/openapi.ts";
import { printEvent } from "@packages/contract/src/server-sent-event.ts";
import { isUsualHeader } from "@packages/contract/src/successes.ts";
import { createLogger } from "@stoplight/prism-core";
import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpConfig,
  type IHttpRequest,
  type PrismHttpComponents,
} from "@stoplight/prism-http";
import { credentialsForPrism } from "./credentials.ts";
import type { MockResponse } from "./mock-response.ts";
import { type ReceivedBody, valueSchema } from "./read-body.ts";
import type { Target } from "./route.ts";

/** Prism for a document: the mistakes of requests, and responses. */
export interface Prism {
  check(operation: Operation, request: IHttpRequest): Promise<PrismViolation[]>;
  /** Gives the response that is selected, whatever the request is like. */
  respond(
    operation: Operation,
    request: IHttpRequest,
    selection: Selection,
  ): Promise<PrismResponse>;
}

/** A rule that a request or a response breaks. */
export interface PrismViolation {
  /** Part of the message, then the way to the field in it: `["body", "items", "0"]`. */
  path?: string[];
  /** Keyword of the schema, or a status if the request is wrong as a whole. */
  code?: string | number;
  message: string;
}

/** A response to request from Prism. */
export interface Selection {
  status: number;
  example?: string | undefined;
  /** Whether values are invented from the schemas. */
  dynamic?: boolean;
  seed?: string | undefined;
}

export interface PrismResponse {
  statusCode: number;
  headers?: Record<string, unknown>;
  body?: unknown;
  /** Rules of the contract that the answer breaks. */
  violations: PrismViolation[];
}

/**
 * Makes Prism read a document.
 *
 * This is Prism's engine without its HTTP server: there, an `Accept` header that cannot be parsed ends the process with
 * an unhandled rejection, which the caller cannot catch.
 */
export async function createPrism(document: Document, contract: Contract): Promise<Prism> {
  const resources = await getHttpOperationsFromSpec(prepareForPrism(document, contract));
  const find = ({ path, method }: Operation) =>
    resources.filter(
      (resource) => resource.path === path && resource.method === method.toLowerCase(),
    );
  const logger = createLogger("prism", { level: "silent" });
  const noMock: PrismHttpComponents["mock"] = () => () => ({
    _tag: "Right",
    right: { statusCode: 204 },
  });
  const checker = createInstance(configure({ isRequest: true }), { logger, mock: noMock });
  const mocker = createInstance(configure({ isRequest: false }), { logger });

  return {
    async check(operation, request) {
      const result = await checker.request(request, find(operation))();
      if (result._tag === "Left") throw result.left;
      return result.right.validations.input.filter(({ severity }) => severity === 0);
    },
    async respond(operation, request, { status, example, dynamic = false, seed }) {
      const response = operation.responses.find((one) => one.status === status);
      const headers = {
        ...request.headers,
        ...(response?.mediaType && { accept: response.mediaType }),
      };
      const config = configure({ isRequest: false });
      config.mock = {
        dynamic,
        code: status,
        ...(example && { exampleKey: example }),
        ...(seed && { seed }),
      };
      const result = await mocker.request({ ...request, headers }, find(operation), config)();
      if (result._tag === "Left") throw result.left;
      return { ...result.right.output, violations: result.right.validations.output };
    },
  };
}

function configure({ isRequest }: { isRequest: boolean }): IHttpConfig {
  return {
    isProxy: false,
    checkSecurity: isRequest,
    validateRequest: isRequest,
    validateResponse: !isRequest,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  };
}

/**
 * The document for Prism to answer from:
 *
 * - without callbacks and webhooks, which Prism would fire, unsigned, at whatever URL a request names;
 * - without response headers that only some answers carry: Prism would put them on every one;
 * - with the contract's examples if the document has none;
 * - with the kinds of a schema in its place: Prism would make up a kind;
 * - with response headers as strings: Prism takes a header whose value is the number 0 for a missing one;
 * - with forms and lines as JSON, as the mock has read them: Prism reads no files, and lists of them by one rule alone.
 */
function prepareForPrism(document: Document, contract: Contract): Document {
  const prepared = structuredClone(document);
  delete prepared.webhooks;
  unfoldKinds(prepared);
  for (const { path, method, responses } of contract.operations) {
    const operation = prepared.paths[path]?.[method.toLowerCase() as Method];
    if (!operation) throw new Error(`The contract has ${method} ${path}, the document has not.`);
    delete operation.callbacks;
    const { requestBody } = operation;
    if (requestBody) operation.requestBody = bodyForPrism(resolve(prepared, requestBody));
    for (const { status, range, headers, mediaType = "", examples, others = [] } of responses) {
      const response = operation.responses[range?.key ?? status];
      if (!response) continue;
      for (const content of [{ mediaType, examples }, ...others]) {
        const media = response.content?.[content.mediaType];
        if (media)
          media.examples ??= Object.fromEntries(
            content.examples.map(({ name, ...example }) => [name, example]),
          );
      }
      response.headers = Object.fromEntries(headers.filter(isUsualHeader).map(asText));
    }
  }
  return prepared;
}

function bodyForPrism({ content, ...body }: RequestBody): RequestBody {
  const contents = Object.entries(content).map(([mediaType, media]) => {
    const type = mediaTypeForPrism(mediaType);
    if (type === mediaType) return [mediaType, media];
    return [type, { schema: valueSchema({ mediaType, schema: media.schema }) }];
  });
  return { ...body, content: Object.fromEntries(contents) as RequestBody["content"] };
}

/** The media type of a body as Prism gets it: what the mock has read is JSON. */
function mediaTypeForPrism(mediaType: string): string {
  const isRead = /^(form|multipart|lines)$/.test(bodyKind(mediaType) ?? "");
  return isRead ? `${withoutParameters(mediaType)}+json` : mediaType;
}

function asText({ name, description, schema, example }: ResponseHeader): [string, Header] {
  return [
    name,
    {
      description,
      required: true,
      schema,
      ...(example !== undefined && { example: `${example}` }),
    },
  ];
}

/** A request in the form that Prism judges right. */
export function requestForPrism(
  operation: Operation,
  { path, query }: Target,
  // The body's form has been checked, and the form of the answer is chosen.
  { accept: _, "content-type": __, authorization, ...headers }: IncomingHttpHeaders,
  { value, length }: ReceivedBody,
): IHttpRequest {
  const values = [...new Set(query.keys())].map((name) => [name, query.getAll(name)] as const);
  return {
    method: operation.method.toLowerCase() as IHttpRequest["method"],
    url: {
      // Prism reads a comma in a parameter of the path as a list.
      path: path.replaceAll(",", "%2C"),
      query: Object.fromEntries(
        values.map(([name, [first = "", ...more]]) => [
          name,
          more.length ? [first, ...more] : first,
        ]),
      ),
    },
    headers: {
      ...Object.fromEntries(
        Object.entries(headers).map(([name, given]) => [name, [given ?? ""].flat().join(", ")]),
      ),
      ...(authorization !== undefined && { authorization: credentialsForPrism(authorization) }),
      ...(operation.body && { "content-type": mediaTypeForPrism(operation.body.mediaType) }),
      "content-length": `${length}`,
    },
    body: value,
  };
}

/**
 * The response that Prism gives.
 *
 * @param violations rules that the request breaks; with those that the response itself breaks they are in `sl-violations`,
 * as from Prism's own server
 */
export function fromPrism(
  given: PrismResponse,
  { example, dynamic }: Selection,
  violations: PrismViolation[] = [],
): MockResponse {
  const headers: MockResponse["headers"] = violationsHeader({
    request: violations,
    response: given.violations,
  });
  for (const [name, value] of Object.entries(given.headers ?? {})) {
    if (value !== null && value !== undefined) headers[name.toLowerCase()] = `${value}`;
  }
  const { "content-type": type, ...others } = headers;
  const shows = example ?? (dynamic && "invented values");
  const response: MockResponse = {
    status: given.statusCode,
    headers: others,
    ...(shows && { shows }),
  };
  if (given.body === undefined) return response;
  return { ...response, headers, body: textOfBody(`${type}`, given.body) };
}

/** A body as it is sent; of a stream, the one item that the contract shows. */
function textOfBody(type: string, body: unknown): string {
  const kind = bodyKind(type);
  if (kind === "events")
    return printEvent({ data: typeof body === "string" ? body : JSON.stringify(body) });
  if (kind === "lines") return `${JSON.stringify(body)}\n`;
  return type.includes("json") ? JSON.stringify(body) : `${body ?? ""}`;
}

function violationsHeader(
  violations: Record<"request" | "response", PrismViolation[]>,
): Record<string, string> {
  const found = Object.entries(violations).flatMap(([part, list]) =>
    // A few are enough, and a header has to stay short.
    list
      .slice(0, 10)
      .map(({ path = [], code, message }) => ({ location: [part, ...path], code, message })),
  );
  if (found.length === 0) return {};
  const asEscape = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return { "sl-violations": JSON.stringify(found).replace(/[^ -~]/g, asEscape) };
}
