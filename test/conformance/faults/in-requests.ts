import type { Fault, Hooks, Message, RawResponse } from "./faulty-server.ts";
import {
  codeOf,
  errorResponse,
  isOk,
  onRequest,
  onResponse,
  operationOf,
  parse,
  stateful,
  withBody,
  withData,
  withHeaders,
  withRequest,
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
  onRequest("takes amounts as texts", ["bad-data-refused"], "createCharge", (request) =>
    withRequest(request, (body) => {
      if (body.amountInCents === "1") body.amountInCents = 1;
    }),
  ),
  onRequest("cuts long descriptions instead of refusing them", ["bad-data-refused"], "createTransfer", (request) =>
    withRequest(request, (body) => {
      if (typeof body.description === "string") body.description = [...body.description].slice(0, 140).join("");
    }),
  ),
  onRequest("does not look at check digits", ["bad-data-refused"], "createCharge", (request) =>
    withRequest(request, (body) => {
      if (/^[0-9]{11}$/.test(body.customer?.document)) body.customer.document = known;
    }),
  ),
  onRequest("takes any e-mail address", ["bad-data-refused"], "createCharge", (request) =>
    withRequest(request, (body) => {
      if (typeof body.customer?.email === "string") body.customer.email = "a@example.com";
    }),
  ),
  onRequest("takes any PIX key", ["bad-data-refused"], "createTransfer", (request) =>
    withRequest(request, (body) => {
      if (typeof body.pixKey === "string") body.pixKey = known;
    }),
  ),
  onRequest("rounds fractions of a centavo", ["bad-data-refused"], "createTransfer", (request) =>
    withRequest(request, (body) => {
      if (typeof body.amount === "number") body.amount = Math.round(body.amount);
    }),
  ),
  onRequest("takes a centavo more than the maximum", ["bad-data-refused"], "createCharge", (request) =>
    withRequest(request, (body) => {
      if (body.amountInCents === 1_000_000_001) body.amountInCents = 1_000_000_000;
    }),
  ),
  onRequest("takes amounts of nothing", ["bad-data-refused"], "createCharge", (request) =>
    withRequest(request, (body) => {
      if (body.amountInCents === 0) body.amountInCents = 1;
    }),
  ),
  onRequest("takes null for what is absent", ["bad-data-refused"], undefined, (request) =>
    withRequest(request, (body) => {
      for (const name of Object.keys(body)) if (body[name] === null) delete body[name];
    }),
  ),
  onRequest("takes http: URLs", ["bad-data-refused"], "createWebhook", (request) =>
    withRequest(request, (body) => {
      if (typeof body.url === "string") body.url = body.url.replace("http://shop", "https://shop");
    }),
  ),
  onRequest("takes events that it does not have", ["bad-data-refused"], "createWebhook", (request) =>
    withRequest(request, (body) => {
      if (Array.isArray(body.events)) body.events = body.events.filter((event: unknown) => event !== "no-such-value");
    }),
  ),
  onRequest("takes a list of 101 items", ["bad-data-refused"], "createCharge", (request) =>
    withRequest(request, (body) => {
      if (Array.isArray(body.items)) body.items = body.items.slice(0, 100);
    }),
  ),
  onRequest("takes a form for JSON", ["bad-data-refused"], "createWebhook", (request) =>
    operationOf(request)
      ? { ...request, headers: { ...request.headers, "content-type": "application/json" } }
      : request,
  ),
  onResponse("answers an amount out of bounds with 400 on PIX IN", ["error-fits-cause"], "createCharge", (answer) =>
    answer.status === 422 ? errorResponse(400, "VALIDATION_ERROR", answer) : answer,
  ),
  onResponse("answers an amount out of bounds with 422 on PIX OUT", ["error-fits-cause"], "createTransfer", (answer) =>
    codeOf(answer) === "INVALID_AMOUNT" ? errorResponse(422, "DAILY_LIMIT_EXCEEDED", answer) : answer,
  ),
  onResponse("calls every bad charge a VALIDATION_ERROR", ["error-fits-cause"], "createCharge", (answer) =>
    answer.status === 400 ? errorResponse(400, "VALIDATION_ERROR", answer) : answer,
  ),
  onResponse("mixes AMOUNT_TOO_LOW and AMOUNT_TOO_HIGH up", ["error-fits-cause"], "createCharge", (answer) =>
    answer.status === 422 ? errorResponse(422, "AMOUNT_TOO_HIGH", answer) : answer,
  ),
  onResponse("names another field than the wrong one", ["error-names-field"], "createCharge", (answer) =>
    codeOf(answer) === "VALIDATION_ERROR"
      ? errorResponse(400, "VALIDATION_ERROR", answer, [{ path: "id", message: "is wrong" }])
      : answer,
  ),
  onResponse("refuses the largest amount", ["good-data-accepted"], "createCharge", (answer, { body }) =>
    parse(body)?.amountInCents === 1_000_000_000 ? errorResponse(422, "AMOUNT_TOO_HIGH", answer) : answer,
  ),
  onResponse("counts characters in units of UTF-16", ["good-data-accepted"], "createCharge", (answer, { body }) =>
    isOk(answer) && String(parse(body)?.description).length > 140
      ? errorResponse(400, "VALIDATION_ERROR", answer)
      : answer,
  ),
  onResponse("takes no CNPJ", ["good-data-accepted"], "createCharge", (answer, { body }) =>
    parse(body)?.customer?.documentType === "cnpj" ? errorResponse(400, "INVALID_DOCUMENT", answer) : answer,
  ),
  onResponse("takes no phone as a key", ["good-data-accepted"], "createTransfer", (answer, { body }) =>
    String(parse(body)?.pixKey).startsWith("+") ? errorResponse(400, "INVALID_PIX_KEY", answer) : answer,
  ),
  onResponse("refuses a content type with a charset", ["good-data-accepted"], "createWebhook", (answer, { headers }) =>
    headers["content-type"]?.includes("charset") ? errorResponse(415, "UNSUPPORTED_MEDIA_TYPE", answer) : answer,
  ),
  onResponse("demands a description", ["good-data-accepted"], "createTransfer", (answer, { body }) =>
    isOk(answer) && parse(body)?.description === undefined ? errorResponse(400, "VALIDATION_ERROR", answer) : answer,
  ),
  onRequest("makes an idempotency key up where there is none", ["required-header"], "createTransfer", (request) => ({
    ...{ ...request, headers: { "x-idempotency-key": crypto.randomUUID(), ...request.headers } },
  })),
  onResponse("refuses fields that it does not know", ["unknown-request-fields"], "createCharge", (answer, { body }) =>
    body.includes("unknownToTheContract") ? errorResponse(400, "VALIDATION_ERROR", answer) : answer,
  ),
  onResponse(
    "gives fields back that it does not know",
    ["unknown-request-fields"],
    "createWebhook",
    (answer, { body }) =>
      withBody(answer, (one) => ({
        ...one,
        data: { ...one.data, ...(parse(body)?.unknownToTheContract && parse(body)) },
      })),
  ),
  onRequest("takes the first of two values with one name", ["duplicate-names"], "createCharge", (request) => ({
    ...request,
    body: request.body.replace(/^\{"(\w+)":(\w+),(.*?)"\1":\w+,/, '{"$1":$2,$3'),
  })),
  onResponse("reads bodies of 100 kB at most", ["body-limit"], "createCharge", (answer, { body }) =>
    body.length > 100_000 ? errorResponse(413, "PAYLOAD_TOO_LARGE", answer) : answer,
  ),
  onRequest("reads bodies of any length", ["body-limit"], "createWebhook", (request) => ({
    ...request,
    body: request.body.trim(),
  })),
  onResponse("answers unknown paths with 200", ["unknown-path"], "other", (answer) =>
    codeOf(answer) === "NOT_FOUND" ? { ...answer, status: 200, body: "{}" } : answer,
  ),
  onResponse("leaves Allow out of a 405", ["unknown-method"], "other", (answer) =>
    withHeaders(answer, { allow: undefined }),
  ),
  onResponse("names methods in Allow that a path does not have", ["unknown-method"], "other", (answer) =>
    answer.status === 405 ? withHeaders(answer, { allow: "GET, POST, PUT, DELETE" }) : answer,
  ),
  onResponse("answers unknown methods with 404", ["error-fits-cause"], "other", (answer) =>
    answer.status === 405 ? errorResponse(404, "NOT_FOUND", answer) : answer,
  ),
  stateful("does not look at signatures of tokens", ["authentication"], ({ token }) => ({
    handle: async (request, forward) => {
      const [, head, body] = /^Bearer ([^.]+)\.([^.]+)\./.exec(request.headers.authorization ?? "") ?? [];
      const isToken = head && body && parse(Buffer.from(body, "base64url").toString())?.type === "COMPANY";
      const own = { ...request, headers: { ...request.headers, authorization: `Bearer ${await token()}` } };
      return forward(isToken ? own : request);
    },
  })),
  stateful("needs no token for lookups", ["authentication"], ({ token }) => ({
    handle: async (request, forward) => {
      const isFree = operationOf(request) === "getTransaction" && !request.headers.authorization;
      return forward(isFree ? { ...request, headers: { authorization: `Bearer ${await token()}` } } : request);
    },
  })),
  stateful("takes API key and secret instead of a token", ["authentication"], ({ token }) => ({
    handle: async (request, forward) => {
      const isBasic = operationOf(request) !== "issueToken" && request.headers.authorization?.startsWith("Basic ");
      return forward(
        isBasic ? { ...request, headers: { ...request.headers, authorization: `Bearer ${await token()}` } } : request,
      );
    },
  })),
  stateful("looks at the API key and not at the secret", ["authentication"], ({ sandbox }) => ({
    handle: (request, forward) => {
      const [key] = atob(/^Basic ([\w+/=]+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "").split(":");
      const { apiKey, apiSecret } = sandbox.credentials;
      const isOwn = key === apiKey && operationOf(request) === "issueToken";
      return forward(
        isOwn ? { ...request, headers: { authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}` } } : request,
      );
    },
  })),
  onResponse("answers missing tokens with 403", ["documented-status"], ["getTransfer", "listWebhooks"], (answer) =>
    answer.status === 401 ? errorResponse(403, "ACCOUNT_SUSPENDED", answer) : answer,
  ),
  onResponse("answers malformed credentials with 401", ["error-fits-cause"], "issueToken", (answer) =>
    answer.status === 400
      ? {
          ...errorResponse(401, "INVALID_CREDENTIALS", answer),
          headers: { ...answer.headers, "www-authenticate": "Basic" },
        }
      : answer,
  ),
  onResponse(
    "validates before it authenticates",
    ["error-fits-cause"],
    ["createCharge", "createTransfer"],
    (answer, { body }) =>
      answer.status === 401 && parse(body) === undefined ? errorResponse(400, "MALFORMED_JSON", answer) : answer,
  ),
  onResponse("answers unknown ids with 400", ["error-fits-cause"], ["getTransaction", "getTransfer"], (answer) =>
    answer.status === 404 ? errorResponse(400, "VALIDATION_ERROR", answer) : answer,
  ),
  onResponse("answers unknown ids with an empty success", ["unknown-object"], "getTransaction", (answer) =>
    answer.status === 404
      ? { ...answer, status: 200, body: JSON.stringify({ success: true, message: "ok", data: null }) }
      : answer,
  ),
  onResponse("deletes what is not there", ["unknown-object"], "deleteWebhook", (answer, { path }) =>
    answer.status === 404
      ? {
          ...answer,
          status: 200,
          body: JSON.stringify({ success: true, message: "ok", data: { id: path.split("/").at(-1), deleted: true } }),
        }
      : answer,
  ),

  stateful("knows the scheme Bearer in this case alone", ["authentication"], () => ({
    handle: async (request, forward) => {
      if (!/^bearer /.test(request.headers.authorization ?? "")) return forward(request);
      return withHeaders(errorResponse(401, "INVALID_TOKEN", { headers: {} }), { "www-authenticate": "Bearer" });
    },
  })),
  onResponse("knows the scheme Basic in this case alone", ["authentication"], "issueToken", (answer, { headers }) =>
    /^basic /.test(headers.authorization ?? "") ? errorResponse(400, "MALFORMED_CREDENTIALS", answer) : answer,
  ),
  stateful("takes a token without a scheme", ["authentication"], () => ({
    handle: (request, forward) => forward(withToken(request, /^(eyJ\S+)$/)),
  })),
  stateful("takes a token under any scheme", ["authentication"], () => ({
    handle: (request, forward) => forward(withToken(request, /^\S+ (eyJ\S+)$/)),
  })),
  onRequest("takes kinds of documents in upper case", ["bad-data-refused"], "createCharge", (request) =>
    withRequest(request, ({ customer }) => {
      const kind = customer?.documentType;
      if (typeof kind === "string") customer.documentType = kind.toLowerCase();
    }),
  ),
  onRequest("takes a CNPJ for a CPF", ["bad-data-refused"], "createCharge", (request) =>
    withRequest(request, ({ customer }) => {
      if (customer?.documentType === "cpf" && customer.document?.length === 14) customer.documentType = "cnpj";
    }),
  ),
  onRequest("takes documents with dots and dashes", ["bad-data-refused"], "createCharge", (request) =>
    withRequest(request, ({ customer }) => {
      const document = customer?.document;
      if (typeof document === "string") customer.document = document.replace(/(?<=\d)[./-](?=\d)/g, "");
    }),
  ),
  onResponse("takes no CNPJ with letters", ["good-data-accepted"], "createTransfer", (answer, { body }) =>
    isOk(answer) && /^(?=.*[A-Z])[0-9A-Z]{14}$/.test(parse(body)?.pixKey)
      ? errorResponse(400, "INVALID_PIX_KEY", answer)
      : answer,
  ),
  onResponse("takes no address with a plus sign", ["good-data-accepted"], "createCharge", (answer, { body }) =>
    isOk(answer) && parse(body)?.customer?.email?.includes("+") ? errorResponse(400, "INVALID_EMAIL", answer) : answer,
  ),
  onRequest("takes JSON with a comma too many", ["bad-data-refused"], "createCharge", (request) => ({
    ...{ ...request, body: request.body.replace(/,\s*([}\]])/g, "$1") },
  })),
  onRequest("counts what looks like one character as one", ["bad-data-refused"], "createCharge", (request) =>
    withRequest(request, (body) => {
      if (typeof body.description === "string") body.description = body.description.normalize("NFC");
    }),
  ),
  onResponse("leaves out which fields are wrong", ["error-names-field"], "createWebhook", (answer) =>
    withBody(answer, (body) => {
      if (body.error?.code === "VALIDATION_ERROR") delete body.error.details;
      return body;
    }),
  ),
  onResponse("fails on broken escapes in a path", ["server-error"], "getTransaction", (answer, { path }) =>
    /%(?![0-9A-F]{2})/i.test(path) ? errorResponse(500, "INTERNAL_ERROR", answer) : answer,
  ),
  onResponse("fails on long ids", ["server-error"], "getTransfer", (answer, { path }) =>
    path.length > 1_000 ? errorResponse(500, "INTERNAL_ERROR", answer) : answer,
  ),
  stateful("answers paths below an object as the object's", ["error-fits-cause"], () => ({
    handle: (request, forward) =>
      forward({ ...request, path: request.path.replace(/^(\/api\/v1\/transactions\/[^/]+)\/.*$/, "$1") }),
  })),
  stateful("finds transfers among charges", ["unknown-object"], () => ({
    handle: async (request, forward) => {
      const answer = await forward(request);
      if (operationOf(request) !== "getTransaction" || answer.status !== 404) return answer;
      const other = await forward({ ...request, path: request.path.replace("transactions", "transfers") });
      return isOk(other) ? other : answer;
    },
  })),
  stateful("takes API secrets in any case", ["authentication"], ({ sandbox }) => ({
    handle: (request, forward) =>
      forward(withSecret(request, (secret) => repair(secret, sandbox.credentials.apiSecret, sameInLowerCase))),
  })),
  stateful("takes an API key without its secret", ["authentication"], ({ sandbox }) => ({
    handle: (request, forward) => forward(withSecret(request, (secret) => secret || sandbox.credentials.apiSecret)),
  })),
  stateful("says of unknown ids that they are unknown, whoever asks", ["error-fits-cause"], ({ token }) => ({
    handle: async (request, forward) => {
      const answer = await forward(request);
      if (operationOf(request) !== "getTransfer" || answer.status !== 401) return answer;
      const own = await forward({ ...request, headers: { authorization: `Bearer ${await token()}` } });
      return own.status === 404 ? own : answer;
    },
  })),
  onResponse(
    "takes the status of a transfer from the request",
    ["unknown-request-fields"],
    "createTransfer",
    takeOver("status"),
  ),
  onResponse(
    "takes the fees of a charge from the request",
    ["unknown-request-fields"],
    "createCharge",
    takeOver("fees"),
  ),
  onResponse(
    "takes the id of a registration from the request",
    ["unknown-request-fields"],
    "createWebhook",
    takeOver("id"),
  ),
  onResponse("fails on a field called __proto__", ["server-error"], "createCharge", (answer, { body }) =>
    body.includes('"__proto__"') ? errorResponse(500, "INTERNAL_ERROR", answer) : answer,
  ),
  onResponse("fails on lists inside of a thousand lists", ["server-error"], "createTransfer", (answer, { body }) =>
    body.includes("[".repeat(1_000)) ? errorResponse(500, "INTERNAL_ERROR", answer) : answer,
  ),
  onRequest("takes negative amounts", ["bad-data-refused"], "createCharge", (request) =>
    withRequest(request, (body) => {
      if (body.amountInCents < 0) body.amountInCents = -body.amountInCents;
    }),
  ),
  onRequest("keeps 32 bits of an amount", ["bad-data-refused"], "createTransfer", (request) =>
    withRequest(request, (body) => {
      if (Number.isSafeInteger(body.amount) && body.amount > 2 ** 32) body.amount %= 2 ** 32;
    }),
  ),
  onRequest("looks at the last check digit of a document alone", ["bad-data-refused"], "createCharge", (request) =>
    withRequest(request, ({ customer }) => {
      const { document } = customer ?? {};
      if (!/^[0-9]{11}$/.test(document) || /^(.)\1+$/.test(document)) return;
      const weighted = [...document.slice(0, 10)].reduce((sum, digit, index) => sum + Number(digit) * (11 - index), 0);
      if (Number(document[10]) === (weighted % 11 < 2 ? 0 : 11 - (weighted % 11))) customer.document = known;
    }),
  ),
  onRequest("completes short documents with zeros", ["bad-data-refused"], "createCharge", (request) =>
    withRequest(request, ({ customer }) => {
      const { document, documentType } = customer ?? {};
      if (documentType === "cpf" && /^[0-9]+$/.test(document)) customer.document = document.padStart(11, "0");
    }),
  ),
  onRequest("takes addresses of 78 characters as keys", ["bad-data-refused"], "createTransfer", (request) =>
    withRequest(request, (body) => {
      if (body.pixKey?.length === 78) body.pixKey = body.pixKey.slice(1);
    }),
  ),
  onResponse(
    "takes no address of 77 characters as a key",
    ["good-data-accepted"],
    "createTransfer",
    (answer, { body }) =>
      isOk(answer) && parse(body)?.pixKey?.length === 77 ? errorResponse(400, "INVALID_PIX_KEY", answer) : answer,
  ),
  onResponse("takes random keys of version 4 alone", ["good-data-accepted"], "createTransfer", (answer, { body }) =>
    isOk(answer) && /^.{14}[^4].{21}$/.test(parse(body)?.pixKey)
      ? errorResponse(400, "INVALID_PIX_KEY", answer)
      : answer,
  ),
  onResponse("takes no URL of more than 255 characters", ["good-data-accepted"], "createWebhook", (answer, { body }) =>
    isOk(answer) && parse(body)?.url?.length > 255 ? errorResponse(400, "VALIDATION_ERROR", answer) : answer,
  ),
  onResponse("takes no phone in digits alone", ["good-data-accepted"], "createCharge", (answer, { body }) =>
    isOk(answer) && /^[0-9]+$/.test(parse(body)?.customer?.phone)
      ? errorResponse(400, "VALIDATION_ERROR", answer)
      : answer,
  ),
  onResponse("names fields by pointers", ["error-names-field"], "createCharge", (answer) =>
    withBody(answer, (body) => {
      for (const one of [body.error?.details ?? []].flat())
        if (one.path) one.path = `/${one.path.replaceAll(".", "/")}`;
      return body;
    }),
  ),
  stateful("finds ids in any case", ["unknown-object"], () => findsAlso((given, id) => sameInLowerCase(given, id))),
  stateful("finds objects by the beginning of their ids", ["unknown-object"], () =>
    findsAlso((given, id) => given.length > 8 && id.startsWith(given)),
  ),
  stateful("passes over a slash at the end of a path", ["error-fits-cause"], () => ({
    handle: (request, forward) => forward({ ...request, path: request.path.replace(/(.)\/$/, "$1") }),
  })),
  stateful("finds paths in any case", ["error-fits-cause"], () => ({
    handle: (request, forward) =>
      forward({
        ...request,
        path: /^\/api/i.test(request.path) && !/[a-z]/.test(request.path) ? request.path.toLowerCase() : request.path,
      }),
  })),
];
