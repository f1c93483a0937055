import { callback, fields, filled } from "./argument-checks.ts";
import { any, anyOf, type Check, object } from "./check.ts";
import { ClientError, type FailureClass } from "./errors.ts";
import type { HttpRequest } from "./http.ts";
import type { BasicCredentials, ClientOptions, Credential, Secret } from "./options.ts";
import { describeCause, type Redact } from "./redact.ts";

/** The options that hold credentials. */
type CredentialOptions = Pick<ClientOptions, "apiKey" | "apiSecret" | "credentials">;

/** The credentials of an operation. */
interface Secured {
  security?: string[][];
}

/** The part of a call that authorization needs. */
interface AuthorizedCall {
  operation: Secured & { takesToken: boolean };
  request: HttpRequest;
  client: CredentialOptions & { redact: Redact; secrets: unknown[] };
  fail(Class: FailureClass, message: string, more?: object): ClientError;
}

/** How requests get their credentials. The table names those of its contract, so that a bundler leaves out the rest. */
export interface Authorization {
  /** Puts the credentials of a call into its request. */
  authorize(call: AuthorizedCall, token: string): void | Promise<void>;
  /** Whether an operation takes a token that the client obtains. If it is absent, each one but that for tokens does. */
  takesToken?(operation: Secured, client: CredentialOptions): boolean;
  /** The parts of the option `credentials` that no log or error shows. */
  secrets?(credentials: Record<string, Credential>): unknown[];
  /** Checks the option `credentials`. Absent if the client has no such option. */
  check?: Check;
}

/** Every operation takes the token that the client obtains with its key and secret. */
export const byToken: Authorization = {
  authorize(call, token) {
    const { operation, request } = call;
    const put = (credential: string): void => request.headers.set("Authorization", credential);
    if (operation.takesToken) return put(`Bearer ${token}`);
    return readPair(call).then(({ username, password }) =>
      put(`Basic ${encodeBasic(username, password)}`),
    );
  },
};

/** The key and the secret of a client, which no log and no error shows from here on. */
async function readPair(call: AuthorizedCall): Promise<BasicCredentials> {
  const { apiKey, apiSecret, secrets, redact } = call.client;
  const read = async (given: Secret | undefined): Promise<string> =>
    (typeof given === "function" ? await given() : given) ?? "";
  try {
    const username = await read(apiKey);
    const password = await read(apiSecret);
    secrets.push(username, password, encodeBasic(username, password));
    // The newest ten pairs stay secret: a function may give another pair for each token.
    if (secrets.length > 30) secrets.splice(0, 3);
    for (const one of [username, password])
      if (typeof one !== "string" || !/^\P{Cc}+$/u.test(one))
        throw new TypeError("a key or a secret must be a string without line breaks");
    return { username, password };
  } catch (error) {
    throw call.fail(ClientError, "the credentials cannot be sent", {
      cause: describeCause(error, redact),
    });
  }
}

/** User and password as HTTP Basic sends them: in Base64 of their UTF-8 form; `btoa` alone knows Latin-1 only. */
export function encodeBasic(username = "", password = ""): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
}

/** Puts a credential into a request, and checks the user's value for it. */
export interface Scheme {
  put(request: HttpRequest, credential: Exclude<Credential, () => unknown>): void;
  check: Check;
}

const stringCheck: Check = /* @__PURE__ */ anyOf(filled, callback);

/** HTTP Basic. */
export const basic: Scheme = {
  put({ headers }, credential) {
    const { username, password } = credential as BasicCredentials;
    headers.set("Authorization", `Basic ${encodeBasic(username, password)}`);
  },
  check: /* @__PURE__ */ anyOf(
    /* @__PURE__ */ object({ username: filled, password: any }),
    callback,
  ),
};

/** A token. @param prefix word before it */
export function bearer(prefix = "Bearer"): Scheme {
  return {
    put: ({ headers }, token) => headers.set("Authorization", `${prefix} ${token}`),
    check: stringCheck,
  };
}

/** A list of `name=value` with one more, which replaces that of the same name. */
function addPair(list: string | null, name: string, value: unknown, separator: string): string {
  const start = `${encodeURIComponent(name)}=`;
  const others = (list ?? "").split(separator).filter((one) => one && !one.startsWith(start));
  return [...others, start + encodeURIComponent(String(value))].join(separator);
}

/** An API key, in a header, a cookie or the query. */
export function apiKey(place: "header" | "query" | "cookie", name: string): Scheme {
  return {
    put(request, key) {
      if (place === "header") request.headers.set(name, String(key));
      else if (place === "cookie")
        request.headers.set("Cookie", addPair(request.headers.get("Cookie"), name, key, "; "));
      else {
        // Not by `URLSearchParams`, which would write the other parameters in its own way.
        const [path = "", query = ""] = request.url.split(/\?(.*)/s);
        request.url = `${path}?${addPair(query, name, key, "&")}`;
      }
    },
    check: stringCheck,
  };
}

/**
 * Operations have security requirements: the first whose every credential is given is used.
 *
 * @param issued the scheme of tokens that the client obtains, and the one with which it does
 */
export function bySchemes(
  schemes: Record<string, Scheme>,
  issued: { token?: string; issuing?: string } = {},
): Authorization {
  const own = Object.values(issued);
  const findRequirement = (
    { security = [[]] }: Secured,
    { credentials = {} }: CredentialOptions,
  ): string[] | undefined =>
    security.find((names) => names.every((name) => own.includes(name) || credentials[name]));
  return {
    async authorize(call, token) {
      const { operation, request, client } = call;
      const { credentials = {} } = client;
      const requirement = findRequirement(operation, client);
      const cause = `credentials.${operation.security?.flat()[0]} must be given`;
      if (!requirement) throw call.fail(ClientError, cause);
      try {
        for (const name of requirement) {
          const pair = name === issued.issuing ? await readPair(call) : credentials[name];
          const given = name === issued.token ? token : pair;
          schemes[name]?.put(
            request,
            typeof given === "function" ? await given() : (given as string),
          );
        }
      } catch (error) {
        // A function of the user's failed, perhaps after attempts that were sent.
        throw call.fail(ClientError, "the credentials cannot be sent", {
          cause: describeCause(error, client.redact),
        });
      }
    },
    takesToken: (operation, client) =>
      issued.token !== undefined &&
      findRequirement(operation, client)?.includes(issued.token) === true,
    secrets: (credentials) =>
      Object.values(credentials).flatMap((one) =>
        typeof one === "object"
          ? [encodeBasic(one.username, one.password), one.password, one.username]
          : [one],
      ),
    check: fields(
      Object.fromEntries(
        Object.entries(schemes).flatMap(([name, { check }]) =>
          own.includes(name) ? [] : [[name, check]],
        ),
      ),
    ),
  };
}
