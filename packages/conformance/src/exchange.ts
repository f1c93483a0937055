import { randomUUID } from "node:crypto";
import {
  getPayload,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  type Response,
} from "./contract.ts";

/** A caller, with its own credentials. */
export interface Caller {
  name: string;
  apiKey: string;
  apiSecret: string;
}

/** A caller with unknown credentials and its own rate limit. */
export function unknownCaller(): Caller {
  return { name: "unknown", apiKey: `unknown-${randomUUID()}`, apiSecret: "nothing" };
}

/** Statuses with which a gateway answers in place of the service. */
export const gatewayStatuses: readonly number[] = [502, 503, 504];

/** A request as it is sent. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** The bytes of the body, if they are not UTF-8. */
  bytes?: Buffer;
  /** Whether the body is sent in chunks, without its length. */
  isChunked?: true;
}

/** A response, read to its end. */
export interface ReceivedResponse {
  status: number;
  headers: Headers;
  /** The body as it came. */
  bytes: Buffer;
  text: string;
  /** The body as JSON; undefined if it cannot be parsed. */
  json: Json | undefined;
}

/** A request and its response. Times are epoch milliseconds of the server's clock, as far as the suite knows it. */
export interface Exchange {
  operation: Operation | undefined;
  /** The subject of the request, in a few words: `order.number: missing`. */
  label: string;
  /** The caller whose credentials were sent unchanged; undefined if there were none or others. */
  as: Caller | undefined;
  request: SentRequest;
  response: ReceivedResponse | undefined;
  /** Why there is no response. */
  failure: string | undefined;
  /** Whether the connection was reset: by this request, or by chance. */
  isReset?: true;
  sentAt: number;
  receivedAt: number;
}

/** An exchange with a response. */
export interface Answered extends Exchange {
  response: ReceivedResponse;
}

/** The parts of an error in the contract's shape; empty if there is no error. */
export function getError({ response }: Exchange): JsonObject {
  const { json } = response ?? {};
  return isJsonObject(json) && isJsonObject(json.error) ? json.error : {};
}

export function getErrorCode(exchange: Exchange): string | undefined {
  const { code } = getError(exchange);
  return typeof code === "string" ? code : undefined;
}

/** The object that a success carries; undefined if there is none. */
export function getRecord(exchange: Exchange): JsonObject | undefined {
  const payload = isSuccess(exchange) ? getPayload(exchange.response.json) : undefined;
  return isJsonObject(payload) ? payload : undefined;
}

/** The response that the operation documents for the status. */
export function documented({ operation, response }: Exchange): Response | undefined {
  return operation?.responses.find(({ status }) => status === response?.status);
}

export function isSuccess(exchange: Exchange): exchange is Answered {
  return (
    exchange.response !== undefined &&
    exchange.response.status >= 200 &&
    exchange.response.status < 300
  );
}

/** Status and code in short: `400 VALIDATION_ERROR`, `no response`. */
export function describeResponse(exchange: Exchange): string {
  if (!exchange.response) return "no response";
  const code = getErrorCode(exchange);
  return code === undefined ? `${exchange.response.status}` : `${exchange.response.status} ${code}`;
}

/** The server's own words about an error, as a sentence; empty if it gives none. */
export function quoteError(exchange: Exchange): string {
  const { message, details } = getError(exchange);
  const words = [message, details].filter((part) => part !== undefined && part !== null);
  const text = words
    .map((part) => (typeof part === "string" ? part : JSON.stringify(part)))
    .join(" ");
  return text === "" ? "" : ` The server says: ${text.slice(0, 200)}`;
}
