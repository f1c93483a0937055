import type { Fault, Hooks, Message, RawResponse } from "./faulty-server.ts";
import {
  after,
  asFirst,
  codeOf,
  created,
  errorResponse,
  fails,
  handles,
  inBody,
  inHeaders,
  isOk,
  mends,
  mistakes,
  onRequest,
  onResponse,
  operationOf,
  parse,
  refuses,
  rejects,
  stateful,
  takes,
  withBody,
  withData,
  withHeaders,
} from "./tools.ts";

const known = "52998224725";

/** A request that sends the token that its header shows as it should be sent. */
function withToken(request: Message, pattern: RegExp): Message {
  const token = pattern.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined) return request;
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

/** A request whose Basic credentials have another secret. */
function withSecret(request: Message, change: (secret: string) => string): Message {
  const [, encoded] = /^Basic ([\w+/=]+)$/i.exec(request.headers.authorization ?? "") ?? [];
  const [key, secret] = encoded === undefined ? [] : atob(encoded).split(":");
  if (key === undefined || secret === undefined) return request;
  return { ...request, headers: { ...request.headers, authorization: `Basic ${btoa(`${key}:${change(secret)}`)}` } };
}

const sameInLowerCase = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** What is known in place of what is like it. */
const repair = (given: string, real: string, isLike: (given: string, real: string) => boolean): string =>
  isLike(given, real) ? real : given;

/** A record that shows what the request says of a field. */
const takeOver =
  (field: string) =>
  (answer: RawResponse, { body }: Message): RawResponse =>
    withData(answer, (data) => {
      const value = parse(body)?.[field];
      if (value !== undefined) data[field] = value;
    });

/** Lookups of what has an id that is like the one that is asked for. */
function findsAlso(isLike: (given: string, id: string) => boolean): Hooks {
  const known = new Set<string>();
  return {
    handle: async (request, forward) => {
      const [, way, given] = /^(.*\/(?:transactions|transfers)\/)([^/]+)$/.exec(request.path) ?? [];
      const id = given === undefined ? undefined : [...known].find((one) => isLike(decodeURIComponent(given), one));
      const answer = await forward(id === undefined ? request : { ...request, path: way + id });
      const created = operationOf(request)?.startsWith("create") ? parse(answer.body)?.data?.id : undefined;
      if (created !== undefined) known.add(created);
      return answer;
    },
  };
}

/** Faults in what is accepted and what is refused. */
export const faultsInRequests: readonly Fault[] = [
  mends("takes amounts as texts", "createCharge", "amountInCents", (one) => (one === "1" ? 1 : one)),
  mends("cuts long descriptions instead of refusing them", "createTransfer", "description", (text) =>
    [...text].slice(0, 140).join(""),
  ),
  mends("does not look at check digits", "createCharge", "customer.document", (text) =>
    text.replace(/^\d{11}$/, known),
  ),
  mends("takes any e-mail address", "createCharge", "customer.email", (text) => text.replace(/.*/s, "a@example.com")),
  mends("takes any PIX key", "createTransfer", "pixKey", (text) => text.replace(/.*/s, known)),
  mends("rounds fractions of a centavo", "createTransfer", "amount", (one) => (one?.toFixed ? Math.round(one) : one)),
  mends("takes a centavo more than the maximum", "createCharge", "amountInCents", (one) =>
    one === 1e9 + 1 ? 1e9 : one,
  ),
  mends("takes amounts of nothing", "createCharge", "amountInCents", (one) => (one === 0 ? 1 : one)),
  takes("takes null for what is absent", "bad-data-refused", undefined, (body) => {
    for (const name of Object.keys(body)) if (body[name] === null) delete body[name];
  }),
  mends("takes http: URLs", "createWebhook", "url", (text) => text.replace("http://shop", "https://shop")),
  mends("takes events that it does not have", "createWebhook", "events", (all) =>
    all.filter((one: unknown) => one !== "no-such-value"),
  ),
  mends("takes a list of 101 items", "createCharge", "items", (all) => all.slice(0, 100)),
  onRequest("takes a form for JSON", "bad-data-refused", "createWebhook", (request) =>
    operationOf(request)
      ? { ...request, headers: { ...request.headers, "content-type": "application/json" } }
      : request,
  ),
  mistakes("answers an amount out of bounds with 400 on PIX IN", "createCharge", "400 VALIDATION_ERROR", 422),
  mistakes(
    "answers an amount out of bounds with 422 on PIX OUT",
    "createTransfer",
    "422 DAILY_LIMIT_EXCEEDED",
    "INVALID_AMOUNT",
  ),
  mistakes("calls every bad charge a VALIDATION_ERROR", "createCharge", "400 VALIDATION_ERROR", 400),
  mistakes("mixes AMOUNT_TOO_LOW and AMOUNT_TOO_HIGH up", "createCharge", "422 AMOUNT_TOO_HIGH", 422),
  onResponse("names another field than the wrong one", "error-names-field", "createCharge", (answer) =>
    codeOf(answer) === "VALIDATION_ERROR"
      ? errorResponse(400, "VALIDATION_ERROR", answer, [{ path: "id", message: "is wrong" }])
      : answer,
  ),
  rejects(
    "refuses the largest amount",
    "createCharge",
    "422 AMOUNT_TOO_HIGH",
    (body) => body.amountInCents === 1_000_000_000,
  ),
  rejects(
    "counts characters in units of UTF-16",
    "createCharge",
    "400 VALIDATION_ERROR",
    (body) => String(body.description).length > 140,
  ),
  rejects("takes no CNPJ", "createCharge", "400 INVALID_DOCUMENT", (body) => body.customer?.documentType === "cnpj"),
  rejects("takes no phone as a key", "createTransfer", "400 INVALID_PIX_KEY", (body) =>
    String(body.pixKey).startsWith("+"),
  ),
  refuses(
    "refuses a content type with a charset",
    "good-data-accepted",
    "createWebhook",
    "415 UNSUPPORTED_MEDIA_TYPE",
    (_answer, { headers }) => headers["content-type"]?.includes("charset"),
  ),
  rejects("demands a description", "createTransfer", "400 VALIDATION_ERROR", (body) => body.description === undefined),
  onRequest("makes an idempotency key up where there is none", "required-header", "createTransfer", (request) => ({
    ...{ ...request, headers: { "x-idempotency-key": crypto.randomUUID(), ...request.headers } },
  })),
  refuses(
    "refuses fields that it does not know",
    "unknown-request-fields",
    "createCharge",
    "400 VALIDATION_ERROR",
    (_answer, { body }) => body.includes("unknownToTheContract"),
  ),
  onResponse("gives fields back that it does not know", "unknown-request-fields", "createWebhook", (answer, { body }) =>
    withBody(answer, (one) => ({
      ...one,
      data: { ...one.data, ...(parse(body)?.unknownToTheContract && parse(body)) },
    })),
  ),
  onRequest("takes the first of two values with one name", "duplicate-names", "createCharge", (request) => ({
    ...request,
    body: request.body.replace(/^\{"(\w+)":(\w+),(.*?)"\1":\w+,/, '{"$1":$2,$3'),
  })),
  refuses(
    "reads bodies of 100 kB at most",
    "body-limit",
    "createCharge",
    "413 PAYLOAD_TOO_LARGE",
    (_answer, { body }) => body.length > 100_000,
  ),
  onRequest("reads bodies of any length", "body-limit", "createWebhook", (request) => ({
    ...request,
    body: request.body.trim(),
  })),
  onResponse("answers unknown paths with 200", "unknown-path", "other", (answer) =>
    codeOf(answer) === "NOT_FOUND" ? { ...answer, status: 200, body: "{}" } : answer,
  ),
  inHeaders("leaves Allow out of a 405", "unknown-method", "other", { allow: undefined }),
  onResponse("names methods in Allow that a path does not have", "unknown-method", "other", (answer) =>
    answer.status === 405 ? withHeaders(answer, { allow: "GET, POST, PUT, DELETE" }) : answer,
  ),
  mistakes("answers unknown methods with 404", "other", "404 NOT_FOUND", 405),
  handles("does not look at signatures of tokens", "authentication", async (request, forward, world) => {
    const [, head, body] = /^Bearer ([^.]+)\.([^.]+)\./.exec(request.headers.authorization ?? "") ?? [];
    const isToken = head && body && parse(Buffer.from(body, "base64url").toString())?.type === "COMPANY";
    return forward(isToken ? await asFirst(request, world) : request);
  }),
  handles("needs no token for lookups", "authentication", async (request, forward, world) => {
    const isFree = operationOf(request) === "getTransaction" && !request.headers.authorization;
    return forward(isFree ? await asFirst(request, world) : request);
  }),
  handles("takes API key and secret instead of a token", "authentication", async (request, forward, world) => {
    const isBasic = operationOf(request) !== "issueToken" && request.headers.authorization?.startsWith("Basic ");
    return forward(isBasic ? await asFirst(request, world) : request);
  }),
  handles("looks at the API key and not at the secret", "authentication", (request, forward, { sandbox }) => {
    const [key] = atob(/^Basic ([\w+/=]+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "").split(":");
    const { apiKey, apiSecret } = sandbox.credentials;
    const isOwn = key === apiKey && operationOf(request) === "issueToken";
    return forward(
      isOwn ? { ...request, headers: { authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}` } } : request,
    );
  }),
  refuses(
    "answers missing tokens with 403",
    "documented-status",
    ["getTransfer", "listWebhooks"],
    "403 ACCOUNT_SUSPENDED",
    401,
  ),
  onResponse("answers malformed credentials with 401", "error-fits-cause", "issueToken", (answer) =>
    answer.status === 400
      ? {
          ...errorResponse(401, "INVALID_CREDENTIALS", answer),
          headers: { ...answer.headers, "www-authenticate": "Basic" },
        }
      : answer,
  ),
  mistakes(
    "validates before it authenticates",
    ["createCharge", "createTransfer"],
    "400 MALFORMED_JSON",
    (answer, { body }) => answer.status === 401 && parse(body) === undefined,
  ),
  mistakes("answers unknown ids with 400", ["getTransaction", "getTransfer"], "400 VALIDATION_ERROR", 404),
  onResponse("answers unknown ids with an empty success", "unknown-object", "getTransaction", (answer) =>
    answer.status === 404 ? created(answer, null) : answer,
  ),
  onResponse("deletes what is not there", "unknown-object", "deleteWebhook", (answer, { path }) =>
    answer.status === 404 ? created(answer, { id: path.split("/").at(-1), deleted: true }) : answer,
  ),

  handles("knows the scheme Bearer in this case alone", "authentication", async (request, forward) => {
    if (!/^bearer /.test(request.headers.authorization ?? "")) return forward(request);
    return withHeaders(errorResponse(401, "INVALID_TOKEN", { headers: {} }), { "www-authenticate": "Bearer" });
  }),
  refuses(
    "knows the scheme Basic in this case alone",
    "authentication",
    "issueToken",
    "400 MALFORMED_CREDENTIALS",
    (_answer, { headers }) => /^basic /.test(headers.authorization ?? ""),
  ),
  handles("takes a token without a scheme", "authentication", (request, forward) =>
    forward(withToken(request, /^(eyJ\S+)$/)),
  ),
  handles("takes a token under any scheme", "authentication", (request, forward) =>
    forward(withToken(request, /^\S+ (eyJ\S+)$/)),
  ),
  mends("takes kinds of documents in upper case", "createCharge", "customer.documentType", (kind) =>
    kind.toLowerCase(),
  ),
  takes("takes a CNPJ for a CPF", "bad-data-refused", "createCharge", ({ customer }) => {
    if (customer?.documentType === "cpf" && customer.document?.length === 14) customer.documentType = "cnpj";
  }),
  mends("takes documents with dots and dashes", "createCharge", "customer.document", (text) =>
    text.replace(/(?<=\d)[./-](?=\d)/g, ""),
  ),
  rejects("takes no CNPJ with letters", "createTransfer", "400 INVALID_PIX_KEY", (body) =>
    /^(?=.*[A-Z])[0-9A-Z]{14}$/.test(body.pixKey),
  ),
  rejects("takes no address with a plus sign", "createCharge", "400 INVALID_EMAIL", (body) =>
    body.customer?.email?.includes("+"),
  ),
  onRequest("takes JSON with a comma too many", "bad-data-refused", "createCharge", (request) => ({
    ...{ ...request, body: request.body.replace(/,\s*([}\]])/g, "$1") },
  })),
  mends("counts what looks like one character as one", "createCharge", "description", (text) => text.normalize("NFC")),
  inBody("leaves out which fields are wrong", "error-names-field", "createWebhook", (body) => {
    if (body.error?.code === "VALIDATION_ERROR") delete body.error.details;
    return body;
  }),
  fails("fails on broken escapes in a path", "getTransaction", (_answer, { path }) => /%(?![0-9A-F]{2})/i.test(path)),
  fails("fails on long ids", "getTransfer", (_answer, { path }) => path.length > 1_000),
  handles("answers paths below an object as the object's", "error-fits-cause", (request, forward) =>
    forward({ ...request, path: request.path.replace(/^(\/api\/v1\/transactions\/[^/]+)\/.*$/, "$1") }),
  ),
  handles(
    "finds transfers among charges",
    "unknown-object",
    after("getTransaction", async (answer, request, forward) => {
      if (answer.status !== 404) return answer;
      const other = await forward({ ...request, path: request.path.replace("transactions", "transfers") });
      return isOk(other) ? other : answer;
    }),
  ),
  handles("takes API secrets in any case", "authentication", (request, forward, { sandbox }) =>
    forward(withSecret(request, (secret) => repair(secret, sandbox.credentials.apiSecret, sameInLowerCase))),
  ),
  handles("takes an API key without its secret", "authentication", (request, forward, { sandbox }) =>
    forward(withSecret(request, (secret) => secret || sandbox.credentials.apiSecret)),
  ),
  stateful("answers unknown ids with 404 to callers without a token", "error-fits-cause", (world) =>
    after("getTransfer", async (answer, request, forward) => {
      const own = answer.status === 401 ? await forward(await asFirst(request, world)) : answer;
      return own.status === 404 ? own : answer;
    }),
  ),
  onResponse(
    "takes the status of a transfer from the request",
    "unknown-request-fields",
    "createTransfer",
    takeOver("status"),
  ),
  onResponse("takes the fees of a charge from the request", "unknown-request-fields", "createCharge", takeOver("fees")),
  onResponse(
    "takes the id of a registration from the request",
    "unknown-request-fields",
    "createWebhook",
    takeOver("id"),
  ),
  fails("fails on a field called __proto__", "createCharge", (_answer, { body }) => body.includes('"__proto__"')),
  fails("fails on lists inside of a thousand lists", "createTransfer", (_answer, { body }) =>
    body.includes("[".repeat(1_000)),
  ),
  mends("takes negative amounts", "createCharge", "amountInCents", (one) => (one < 0 ? -one : one)),
  mends("keeps 32 bits of an amount", "createTransfer", "amount", (one) => (one > 2 ** 32 ? one % 2 ** 32 : one)),
  takes("looks at the last check digit of a document alone", "bad-data-refused", "createCharge", ({ customer }) => {
    const { document } = customer ?? {};
    if (!/^[0-9]{11}$/.test(document) || /^(.)\1+$/.test(document)) return;
    const weighted = [...document.slice(0, 10)].reduce((sum, digit, index) => sum + Number(digit) * (11 - index), 0);
    if (Number(document[10]) === (weighted % 11 < 2 ? 0 : 11 - (weighted % 11))) customer.document = known;
  }),
  takes("completes short documents with zeros", "bad-data-refused", "createCharge", ({ customer }) => {
    const { document, documentType } = customer ?? {};
    if (documentType === "cpf" && /^[0-9]+$/.test(document)) customer.document = document.padStart(11, "0");
  }),
  mends("takes addresses of 78 characters as keys", "createTransfer", "pixKey", (key) =>
    key.length === 78 ? key.slice(1) : key,
  ),
  rejects(
    "takes no address of 77 characters as a key",
    "createTransfer",
    "400 INVALID_PIX_KEY",
    (body) => body.pixKey?.length === 77,
  ),
  rejects("takes random keys of version 4 alone", "createTransfer", "400 INVALID_PIX_KEY", (body) =>
    /^.{14}[^4].{21}$/.test(body.pixKey),
  ),
  rejects(
    "takes no URL of more than 255 characters",
    "createWebhook",
    "400 VALIDATION_ERROR",
    (body) => body.url?.length > 255,
  ),
  rejects("takes no phone in digits alone", "createCharge", "400 VALIDATION_ERROR", (body) =>
    /^[0-9]+$/.test(body.customer?.phone),
  ),
  inBody("names fields by pointers", "error-names-field", "createCharge", (body) => {
    for (const one of [body.error?.details ?? []].flat()) if (one.path) one.path = `/${one.path.replaceAll(".", "/")}`;
    return body;
  }),
  stateful("finds ids in any case", "unknown-object", () => findsAlso((given, id) => sameInLowerCase(given, id))),
  stateful("finds objects by the beginning of their ids", "unknown-object", () =>
    findsAlso((given, id) => given.length > 8 && id.startsWith(given)),
  ),
  handles("passes over a slash at the end of a path", "error-fits-cause", (request, forward) =>
    forward({ ...request, path: request.path.replace(/(.)\/$/, "$1") }),
  ),
  handles("finds paths in any case", "error-fits-cause", (request, forward) =>
    forward({
      ...request,
      path: /^\/api/i.test(request.path) && !/[a-z]/.test(request.path) ? request.path.toLowerCase() : request.path,
    }),
  ),
];
