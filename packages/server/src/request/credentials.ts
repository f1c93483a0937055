import { isUtf8 } from "node:buffer";
import type { SecurityRequirement } from "../contract-table.ts";
import type { Authenticated, Exchange, ServerRequest } from "../http/exchange.ts";
import { isInvalidString } from "./parse-body.ts";

/** A refusal that the contract knows: `{ refused: "TOKEN_EXPIRED" }`. */
export interface Refused<Code extends string> {
  refused: Code;
  message?: string;
}

/** The result of an authenticator: the caller, a refusal, or null if the credentials are not known. */
export type Authentication<Caller, Code extends string = string> =
  | Authenticated<Caller>
  | Refused<Code>
  | null;

/** User name and password of HTTP Basic; the password may hold colons. */
export interface BasicCredentials {
  username: string;
  password: string;
}

/** Checks credentials. */
export type Authenticator<Credentials, Caller, Code extends string = string> = (
  credentials: Credentials,
  request: ServerRequest,
) => Authentication<Caller, Code> | Promise<Authentication<Caller, Code>>;

/** Checks the credentials of HTTP Basic. */
export type BasicAuthenticator<Caller, Code extends string = string> = Authenticator<
  BasicCredentials,
  Caller,
  Code
>;

/** Checks a bearer token. */
export type BearerAuthenticator<Caller, Code extends string = string> = Authenticator<
  string,
  Caller,
  Code
>;

/** Checks an API key. */
export type ApiKeyAuthenticator<Caller, Code extends string = string> = BearerAuthenticator<
  Caller,
  Code
>;

/** Stands in place of credentials: the reason why there are none. */
export interface Unreadable {
  unreadable: "credentials-missing" | "credentials-malformed";
}

const missingCredentials: Unreadable = { unreadable: "credentials-missing" };
const malformedCredentials: Unreadable = { unreadable: "credentials-malformed" };

/** Reads an `Authorization` header of HTTP Basic: Base64 of UTF-8 with a colon inside. */
export function readBasic(header: string | undefined): BasicCredentials | Unreadable {
  if (header === undefined) return missingCredentials;
  const base64 = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1];
  if (base64 === undefined) return malformedCredentials;
  const pair = decodeBasic(Buffer.from(base64, "base64"));
  if (pair === undefined) return malformedCredentials;
  const colon = pair.indexOf(":");
  if (colon < 0) return malformedCredentials;
  return { username: pair.slice(0, colon), password: pair.slice(colon + 1) };
}

/** Decodes user name and password; undefined if they are not UTF-8 or have control characters (RFC 7617, section 2). */
function decodeBasic(bytes: Buffer): string | undefined {
  // Most are printable ASCII, which is read in one step.
  const latin1 = bytes.toString("latin1");
  if (/^[ -~]*$/.test(latin1)) return latin1;
  if (!isUtf8(bytes)) return undefined;
  const credentials = bytes.toString("utf8");
  return /\p{Cc}/u.test(credentials) ? undefined : credentials;
}

/** Reads an `Authorization` header with a bearer token. @param prefix word before it, if it is not `Bearer` */
export function readBearer(header: string | undefined, prefix?: string): string | Unreadable {
  if (header === undefined) return missingCredentials;
  if (prefix !== undefined) {
    return header.toLowerCase().startsWith(`${prefix.toLowerCase()} `)
      ? header.slice(prefix.length).trim()
      : malformedCredentials;
  }
  if (!/^bearer +[A-Za-z0-9._~+/:-]+=*$/i.test(header)) return malformedCredentials;
  return header.slice(header.lastIndexOf(" ") + 1);
}

type ApiKeyPlace = NonNullable<SecurityRequirement["apiKey"]>;

/** Reads an API key where it stands: in a header, a parameter of the query or a cookie. */
export function readApiKey(place: ApiKeyPlace, exchange: Exchange): string | Unreadable {
  const found = findApiKey(place, exchange);
  if (found === undefined || found === "") return missingCredentials;
  return typeof found === "string" && !isInvalidString(found) ? found : malformedCredentials;
}

function findApiKey({ in: place, name }: ApiKeyPlace, exchange: Exchange) {
  if (place === "header") return exchange.header(name);
  if (place === "query") return exchange.query()[name];
  return readCookie(exchange.header("cookie"), name);
}

/** The value of a cookie; undefined if there is none. @param header `Cookie` */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  try {
    // Clients escape characters that a cookie cannot hold.
    return value && decodeURIComponent(value);
  } catch {
    return value;
  }
}
