import { createLogger } from "@stoplight/prism-core";
import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpConfig,
  type IHttpRequest,
  type PrismHttpComponents,
} from "@stoplight/prism-http";
import type { Operation } from "../../contract/src/model.ts";
import type { Document } from "../../contract/src/openapi.ts";

/** Prism for a document: what is wrong with a request, and responses. */
export interface Prism {
  check(operation: Operation, request: IHttpRequest): Promise<Violation[]>;
  /** Gives the response that is selected, whatever the request is like. */
  respond(operation: Operation, request: IHttpRequest, selection: Selection): Promise<PrismResponse>;
}

/** A rule that a request or a response breaks. */
export interface Violation {
  /** Part of the message, then the way to the field in it: `["body", "items", "0"]`. */
  path?: string[];
  /** Keyword of the schema, or a status where the request is wrong as a whole. */
  code?: string | number;
  message: string;
}

/** A response to ask of Prism. */
export interface Selection {
  status: number;
  example?: string;
  /** Whether values are invented from the schemas. */
  dynamic?: boolean;
  seed?: string;
}

export interface PrismResponse {
  statusCode: number;
  headers?: Record<string, unknown>;
  body?: unknown;
  /** Rules of the contract that the answer breaks. */
  violations: Violation[];
}

/**
 * Makes Prism read a document.
 *
 * This is Prism's engine without its HTTP server: there, an `Accept` header that cannot be parsed ends the process with
 * an unhandled rejection, which the caller cannot catch.
 */
export async function createPrism(document: Document): Promise<Prism> {
  const resources = await getHttpOperationsFromSpec(document);
  const find = ({ path, method }: Operation) =>
    resources.filter((resource) => resource.path === path && resource.method === method.toLowerCase());
  const logger = createLogger("prism", { level: "silent" });
  const noMock: PrismHttpComponents["mock"] = () => () => ({ _tag: "Right", right: { statusCode: 204 } });
  const checker = createInstance(configure({ isRequest: true }), { logger, mock: noMock });
  const mocker = createInstance(configure({ isRequest: false }), { logger });

  return {
    async check(operation, request) {
      const result = await checker.request(request, find(operation))();
      if (result._tag === "Left") throw result.left;
      return result.right.validations.input.filter(({ severity }) => severity === 0);
    },
    async respond(operation, request, { status, example, dynamic = false, seed }) {
      const config = configure({ isRequest: false });
      config.mock = { dynamic, code: status, ...(example && { exampleKey: example }), ...(seed && { seed }) };
      const result = await mocker.request(request, find(operation), config)();
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
