import type { Fault } from "./faulty-server.ts";
import {
  across,
  asFirst,
  type Body,
  created,
  errorResponse,
  fails,
  handles,
  inBody,
  inData,
  inError,
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
  takes,
  withHeaders,
} from "./tools.ts";

const known = "52998224725";

const sameInLowerCase = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** A server whose record shows what the request says of a field. */
const takesOver = (name: string, on: string, field: string) =>
  inData(name, "unknown-request-fields", on, (data, { body }) => {
    if (body[field] !== undefined) data[field] = body[field];
  });

/** A server that reads another path than the one that is asked for. */
const readsPath = (name: string, change: (path: string) => string) =>
  onRequest(name, "error-fits-cause", "", (request) => ({
    ...request,
    path: change(request.path),
  }));

/** A server that looks up what has an id that is like the one that is asked for. */
export const finds = (name: string, isLike: (given: string, id: string) => boolean): Fault =>
  handles(name, "unknown-object", async ({ request, forward, memory }) => {
    const [, way, given] = /^(.*\/(?:transactions|transfers)\/)([^/]+)$/.exec(request.path) ?? [];
    const ids = given === undefined ? [] : Object.keys(memory);
    const id = ids.find((one) => isLike(decodeURIComponent(given ?? ""), one));
    const answer = await forward(id === undefined ? request : { ...request, path: way + id });
    const made = operationOf(request).startsWith("create")
      ? parse(answer.body)?.data?.id
      : undefined;
    if (made !== undefined) memory[made] = true;
    return answer;
  });

/** A server that does not take some destinations. */
const rejectsKey = (name: string, isIt: (key: string) => boolean) =>
  rejects(name, "createTransfer", ({ pixKey }) => isIt(String(pixKey)), "400 INVALID_PIX_KEY");

/** A server that changes bodies as text before it reads them. */
const readsBody = (
  name: string,
  check: "bad-data-refused" | "duplicate-names" | "body-limit",
  on: string,
  read: (text: string) => string,
) => onRequest(name, check, on, (request) => ({ ...request, body: read(request.body) }));

/** Faults in what is accepted and what is refused. */
export const requestFaults: readonly Fault[] = [
  mends("accepts amounts as strings", "createCharge", "amountInCents", (one) =>
    one === "1" ? 1 : one,
  ),
  mends("truncates long descriptions", "createTransfer", "description", (text) =>
    [...text].slice(0, 140).join(""),
  ),
  mends("does not verify check digits", "createCharge", "customer.document", (text) =>
    text.replace(/^\d{11}$/, known),
  ),
  mends("accepts any e-mail address", "createCharge", "customer.email", (text) =>
    text.replace(/.*/s, "a@example.com"),
  ),
  mends("accepts any PIX key", "createTransfer", "pixKey", (text) => text.replace(/.*/s, known)),
  mends("rounds fractions of a centavo", "createTransfer", "amount", (one) =>
    one?.toFixed ? Math.round(one) : one,
  ),
  mends("accepts a centavo more than the maximum", "createCharge", "amountInCents", (one) =>
    one === 1e9 + 1 ? 1e9 : one,
  ),
  mends("accepts an amount of 0", "createCharge", "amountInCents", (one) => (one === 0 ? 1 : one)),
  takes("treats null as an absent field", "bad-data-refused", "", (body) => {
    for (const name of Object.keys(body)) if (body[name] === null) delete body[name];
  }),
  mends("accepts http: URLs", "createWebhook", "url", (text) =>
    text.replace("http://shop", "https://shop"),
  ),
  mends("accepts unknown events", "createWebhook", "events", (all) =>
    all.filter((one: unknown) => one !== "no-such-value"),
  ),
  mends("accepts a list of 101 items", "createCharge", "items", (all) => all.slice(0, 100)),
  onRequest("accepts a form as JSON", "bad-data-refused", "createWebhook", (request) =>
    withHeaders(request, { "content-type": "application/json" }),
  ),
  mistakes(
    "answers an amount out of bounds with 400 on PIX IN",
    "createCharge 422",
    "400 VALIDATION_ERROR",
  ),
  mistakes(
    "answers an amount out of bounds with 422 on PIX OUT",
    "createTransfer INVALID_AMOUNT",
    "422 DAILY_LIMIT_EXCEEDED",
  ),
  mistakes(
    "answers every invalid charge with VALIDATION_ERROR",
    "createCharge 400",
    "400 VALIDATION_ERROR",
  ),
  mistakes("swaps AMOUNT_TOO_LOW and AMOUNT_TOO_HIGH", "createCharge 422", "422 AMOUNT_TOO_HIGH"),
  inError(
    "names another field than the invalid one",
    "error-names-field",
    "createCharge VALIDATION_ERROR",
    {
      details: [{ path: "id", message: "is wrong" }],
    },
  ),
  rejects(
    "refuses the largest amount",
    "createCharge",
    (body) => body.amountInCents === 1e9,
    "422 AMOUNT_TOO_HIGH",
  ),
  rejects(
    "counts length in UTF-16 code units",
    "createCharge",
    (body) => String(body.description).length > 140,
  ),
  rejects(
    "rejects any CNPJ",
    "createCharge",
    (body) => body.customer?.documentType === "cnpj",
    "400 INVALID_DOCUMENT",
  ),
  rejectsKey("rejects phone numbers as keys", (key) => key.startsWith("+")),
  refuses(
    "rejects a content type with a charset",
    "good-data-accepted",
    "createWebhook",
    "415 UNSUPPORTED_MEDIA_TYPE",
    (_, { headers }) => headers["content-type"]?.includes("charset"),
  ),
  rejects("requires a description", "createTransfer", (body) => body.description === undefined),
  onRequest("generates a missing idempotency key", "required-header", "createTransfer", (request) =>
    withHeaders(request, { "x-idempotency-key": crypto.randomUUID(), ...request.headers }),
  ),
  refuses(
    "rejects unknown fields",
    "unknown-request-fields",
    "createCharge",
    "400 VALIDATION_ERROR",
    (body) => body.unknownToTheContract,
  ),
  inData("returns unknown fields", "unknown-request-fields", "createWebhook", (data, { body }) =>
    Object.assign(data, body.unknownToTheContract && body),
  ),
  readsBody(
    "uses the first of two values with one name",
    "duplicate-names",
    "createCharge",
    (text) => text.replace(/^\{"(\w+)":(\w+),(.*?)"\1":\w+,/, '{"$1":$2,$3'),
  ),
  refuses(
    "reads at most 100 kB of a body",
    "body-limit",
    "createCharge",
    "413 PAYLOAD_TOO_LARGE",
    (_, { body }) => body.length > 100_000,
  ),
  readsBody("reads bodies of any length", "body-limit", "createWebhook", (text) => text.trim()),
  onResponse("answers unknown paths with 200", "unknown-path", "other NOT_FOUND", (answer) => ({
    ...answer,
    status: 200,
    body: "{}",
  })),
  inHeaders("omits Allow in a 405", "unknown-method", "other", { allow: undefined }),
  inHeaders("lists methods in Allow that the path does not have", "unknown-method", "other 405", {
    allow: "GET, POST, PUT, DELETE",
  }),
  mistakes("answers unknown methods with 404", "other 405", "404 NOT_FOUND"),
  refuses(
    "answers missing tokens with 403",
    "documented-status",
    "getTransfer listWebhooks 401",
    "403 ACCOUNT_SUSPENDED",
  ),
  onResponse(
    "answers malformed credentials with 401",
    "error-fits-cause",
    "issueToken 400",
    (answer) =>
      withHeaders(errorResponse("401 INVALID_CREDENTIALS", answer), {
        "www-authenticate": "Basic",
      }),
  ),
  mistakes(
    "validates before it authenticates",
    "createCharge createTransfer 401",
    "400 MALFORMED_JSON",
    (_, { body }) => parse(body) === undefined,
  ),
  mistakes(
    "answers unknown ids with 400",
    "getTransaction getTransfer 404",
    "400 VALIDATION_ERROR",
  ),
  onResponse(
    "answers unknown ids with an empty success",
    "unknown-object",
    "getTransaction 404",
    (answer) => created(answer, null),
  ),
  onResponse(
    "confirms deleting an unknown object",
    "unknown-object",
    "deleteWebhook 404",
    (answer, { request }) => created(answer, { id: request.path.split("/").at(-1), deleted: true }),
  ),
  mends("accepts upper-case document types", "createCharge", "customer.documentType", (kind) =>
    kind.toLowerCase(),
  ),
  takes("accepts a CNPJ as a CPF", "bad-data-refused", "createCharge", ({ customer }) => {
    if (customer?.documentType === "cpf" && customer.document?.length === 14)
      customer.documentType = "cnpj";
  }),
  mends("accepts documents with dots and dashes", "createCharge", "customer.document", (text) =>
    text.replace(/(?<=\d)[./-](?=\d)/g, ""),
  ),
  rejectsKey("rejects a CNPJ with letters", (key) => /^(?=.*[A-Z])[0-9A-Z]{14}$/.test(key)),
  rejects(
    "rejects an e-mail address with a plus sign",
    "createCharge",
    (body) => body.customer?.email?.includes("+"),
    "400 INVALID_EMAIL",
  ),
  readsBody("accepts JSON with a trailing comma", "bad-data-refused", "createCharge", (text) =>
    text.replace(/,\s*([}\]])/g, "$1"),
  ),
  readsBody("accepts NaN in JSON", "bad-data-refused", "createTransfer", (text) =>
    text.replace(":NaN", ":null"),
  ),
  mends("counts length after Unicode normalization", "createCharge", "description", (text) =>
    text.normalize("NFC"),
  ),
  inError(
    "omits the names of invalid fields",
    "error-names-field",
    "createWebhook VALIDATION_ERROR",
    {
      details: undefined,
    },
  ),
  fails("fails on broken escapes in a path", "getTransaction", (_, { path }) =>
    /%(?![0-9A-F]{2})/i.test(path),
  ),
  fails("fails on long ids", "getTransfer", (_, { path }) => path.length > 1_000),
  readsPath("answers a path below an object like the object", (path) =>
    path.replace(/^(\/api\/v1\/transactions\/[^/]+)\/.*$/, "$1"),
  ),
  across(
    "returns a transfer as a charge",
    "unknown-object",
    "getTransaction 404",
    async (answer, passage) => {
      const { request, forward } = passage;
      const other = await forward({
        ...request,
        path: request.path.replace("transactions", "transfers"),
      });
      return isOk(other) ? other : answer;
    },
  ),
  across(
    "answers unknown ids with 404 to callers without a token",
    "error-fits-cause",
    "getTransfer 401",
    async (answer, { request, forward, world }) => {
      const own = await forward(await asFirst(request, world));
      return own.status === 404 ? own : answer;
    },
  ),
  takesOver("sets the status of a transfer from the request", "createTransfer", "status"),
  takesOver("sets the fees of a charge from the request", "createCharge", "fees"),
  takesOver("sets the id of a webhook from the request", "createWebhook", "id"),
  fails("fails on a field called __proto__", "createCharge", (_, { body }) =>
    body.includes('"__proto__"'),
  ),
  fails("fails on a thousand nested lists", "createTransfer", (_, { body }) =>
    body.includes("[".repeat(1_000)),
  ),
  mends("accepts negative amounts", "createCharge", "amountInCents", (one) =>
    one < 0 ? -one : one,
  ),
  mends("truncates amounts to 32 bits", "createTransfer", "amount", (one) =>
    one > 2 ** 32 ? one % 2 ** 32 : one,
  ),
  mends(
    "verifies only the last check digit of a document",
    "createCharge",
    "customer.document",
    (document) => {
      if (!/^[0-9]{11}$/.test(document) || /^(.)\1+$/.test(document)) return document;
      const digits: string[] = [...document.slice(0, 10)];
      const weighted = digits.reduce((sum, digit, index) => sum + Number(digit) * (11 - index), 0);
      return Number(document[10]) === (weighted % 11 < 2 ? 0 : 11 - (weighted % 11))
        ? known
        : document;
    },
  ),
  takes(
    "pads short documents with zeros",
    "bad-data-refused",
    "createCharge",
    ({ customer }: Body) => {
      const { document, documentType } = customer ?? {};
      if (documentType === "cpf" && /^[0-9]+$/.test(document))
        customer.document = document.padStart(11, "0");
    },
  ),
  mends("accepts an e-mail key of 78 characters", "createTransfer", "pixKey", (key) =>
    key.length === 78 ? key.slice(1) : key,
  ),
  rejectsKey("rejects an e-mail key of 77 characters", (key) => key.length === 77),
  rejectsKey("accepts random keys only as UUID version 4", (key) => /^.{14}[^4].{21}$/.test(key)),
  rejects(
    "rejects URLs of more than 255 characters",
    "createWebhook",
    (body) => body.url?.length > 255,
  ),
  rejects("rejects a phone number of digits only", "createCharge", (body) =>
    /^[0-9]+$/.test(body.customer?.phone),
  ),
  inBody("names fields by JSON pointers", "error-names-field", "createCharge", (body) => {
    for (const one of [body.error?.details ?? []].flat())
      if (one.path) one.path = `/${one.path.replaceAll(".", "/")}`;
    return body;
  }),
  finds("ignores the case of ids", sameInLowerCase),
  finds(
    "finds objects by a prefix of their id",
    (given, id) => given.length > 8 && id.startsWith(given),
  ),
  readsPath("ignores a slash at the end of a path", (path) => path.replace(/(.)\/$/, "$1")),
  readsPath("ignores the case of paths", (path) =>
    /^\/api/i.test(path) && !/[a-z]/.test(path) ? path.toLowerCase() : path,
  ),
];
