import { readExample } from "@packages/contract/src/sample-request.ts";
import { fieldsOf, follow, valuesOf } from "@packages/contract/src/shapes/shape.ts";
import { escapeUnits } from "@packages/contract/src/show-text.ts";
import {
  getShape,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  payloadShape,
} from "../contract.ts";
import { type Exchange, getError, getErrorCode, getRecord, isSuccess } from "../exchange.ts";
import {
  badBodies,
  badHeaderValues,
  basisOfRules,
  brokenRules,
  expectedErrors,
  goodBodies,
  goodHeaderValues,
  isFreeText,
} from "../generate/cases.ts";
import { change, fieldsOfBody } from "../generate/fields.ts";
import type { Probe } from "../probe.ts";
import type { CallChanges, Session } from "../session.ts";
import {
  checkEcho,
  checkRefusal,
  discardCreated,
  type Expectation,
  expectAcceptance,
  expectRefusal,
  hasBody,
  isCallable,
  isCostly,
  typedWithoutBody,
  unknownQuery,
} from "./expect.ts";

/** One body for each rule of each field, on both sides of its edge. */
export const bodiesProbe: Probe = {
  name: "bodies",
  phase: "requests",
  checks: [
    "bad-data-refused",
    "good-data-accepted",
    "error-fits-cause",
    "error-names-field",
    "echo",
    "unknown-request-fields",
  ],
  run: async (session) => {
    const withBody = session.operations.filter((operation) => hasBody(session, operation));
    await Promise.all(
      withBody.map(async (operation) => {
        if (isCallable(session, operation)) {
          await sendGood(session, operation);
          await sendUnknown(session, operation);
        }
        await sendBad(session, operation);
        await sendHugeNumbers(session, operation);
        await sendWrongBytes(session, operation);
      }),
    );
  },
};

async function sendGood(session: Session, operation: Operation) {
  if (isCostly(session, operation, "good-data-accepted")) return;
  for (const { label, body } of goodBodies(session, operation)) {
    // Without a control plane the price is real: the largest values are not tried out.
    if (session.profile.spends(operation) && !session.control && label.includes("maximum"))
      continue;
    const exchange = await expectAcceptance(session, operation, "good-data-accepted", {
      label,
      body,
    });
    if (isJsonObject(body)) checkEcho(session, body, exchange);
  }
}

async function sendBad(session: Session, operation: Operation) {
  const general = session.contract.errors.find(({ causes }) => causes?.includes("validation"));
  const listsFields = getShape(session.contract, general?.details?.schema).kind === "array";
  for (const { label, body, path } of badBodies(session, operation)) {
    const why = expectedErrors(session, operation, body);
    const exchange = await expectRefusal(
      session,
      operation,
      "bad-data-refused",
      { label, body },
      why,
      basisOfRules(session, operation, body),
    );
    if (general && listsFields && getErrorCode(exchange) === general.code)
      checkDetails(session, path.join("."), exchange);
  }
  for (const body of [null, "text", [], 1, [session.bodyOf(operation) ?? {}]]) {
    // A schema may accept anything.
    if (brokenRules(session, operation, body).size === 0) continue;
    const rawBody = JSON.stringify(body);
    const label = `the body is ${rawBody.length < 10 ? rawBody : "a list of one"}`;
    await expectRefusal(session, operation, "bad-data-refused", { label, rawBody }, "validation");
  }
}

/** A validation error lists fields, the broken one among them. */
function checkDetails(session: Session, path: string, exchange: Exchange) {
  const { details } = getError(exchange);
  const paths = (Array.isArray(details) ? details : []).flatMap((one) =>
    isJsonObject(one) && typeof one.path === "string" ? [one.path] : [],
  );
  const isNamed = paths.some(
    (one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`),
  );
  const message = `${exchange.label}: the details name ${paths.join(", ") || "no field"}, not ${path}.`;
  session.expect("error-names-field", exchange, isNamed, message);
}

async function sendUnknown(session: Session, operation: Operation) {
  if (isCostly(session, operation, "unknown-request-fields")) return;
  const known = session.bodyOf(operation) ?? {};
  // A schema may be closed.
  const isOpen = brokenRules(session, operation, { ...known, unknownToTheContract: 1 }).size === 0;
  if (!isOpen) return;
  const body: JsonObject = { ...known, unknownToTheContract: { $deep: ["x-unknown-value"] } };
  body["$unknown.field"] = "x-unknown-value";
  for (const [name, value] of Object.entries(known)) body[name.toUpperCase()] = otherThan(value);
  const label = "fields that the contract does not know, some by their case alone";
  const exchange = await expectAcceptance(session, operation, "unknown-request-fields", {
    label,
    body,
  });
  checkEcho(session, known, exchange, "unknown-request-fields");
  const { json, text = "" } = exchange.response ?? {};
  const isEchoed = /unknownToTheContract|x-unknown-value/.test(JSON.stringify(json ?? text));
  const message = "The response repeats an unknown field.";
  session.expect("unknown-request-fields", exchange, !isEchoed, message);
  await sendFieldsOfRecord(session, operation);
  await sendStrangeFields(session, operation);
}

/** A caller cannot set fields that the service decides: its record has them, the request does not. */
async function sendFieldsOfRecord(session: Session, operation: Operation) {
  const own = fieldsOf(getShape(session.contract, operation.body?.schema));
  const shown = fieldsOf(payloadShape(session.contract, operation));
  const foreign = Object.entries(shown).flatMap(([name, { shape }]): [string, Json][] => {
    const values = valuesOf(shape);
    if (name in own) return [];
    if (values) return [[name, values.at(-1) ?? null]];
    const { kind } = follow(shape);
    if (kind === "string") return [[name, "x-of-the-caller"]];
    return kind === "number" ? [[name, 7_777_777]] : [];
  });
  if (foreign.length === 0) return;
  const body = { ...session.bodyOf(operation), ...Object.fromEntries(foreign) };
  const label = "fields that only a record has";
  const exchange = await expectAcceptance(session, operation, "unknown-request-fields", {
    label,
    body,
  });
  const record = getRecord(exchange);
  const taken = foreign.filter(([name, value]) => record?.[name] === value).map(([name]) => name);
  const message = `The caller can set ${taken.join(", ")}, which is not a field of the request.`;
  session.expect("unknown-request-fields", exchange, taken.length === 0, message);
}

/** Names and depths that servers have fallen over. A server may refuse them, but has to answer. */
async function sendStrangeFields(session: Session, operation: Operation) {
  if (!session.findings.wants("server-error")) return;
  const json = JSON.stringify(session.bodyOf(operation)).slice(1);
  const strange: [label: string, field: string][] = [
    ["a field called __proto__", '"__proto__":{"toString":1},"constructor":1,"":1'],
    ["a zero character in a field that the contract does not know", '"\\u0000":"\\u0000"'],
    ["lists inside of 20000 lists", `"deep":${"[".repeat(20_000)}${"]".repeat(20_000)}`],
    ["numbers that programs round or cannot hold", '"huge":[1e400,-1e400,18446744073709551616]'],
  ];
  for (const [label, field] of strange) {
    await discardCreated(
      session,
      await session.call(operation, { label, rawBody: `{${field},${json}` }),
    );
  }
}

/** Numbers that programs round or cannot hold: refused like any number above the maximum, and answered if there is none. */
async function sendHugeNumbers(session: Session, operation: Operation) {
  const base = session.bodyOf(operation) ?? {};
  for (const { path, shape } of fieldsOfBody(session.contract, operation)) {
    if (shape.kind !== "number") continue;
    for (const digits of ["9007199254740993", "18446744073709551616", "1e400", "-1e400"]) {
      const huge = change(base, path, Number(digits) < 0 ? -1e21 : 1e21);
      const json = JSON.stringify(change(base, path, "$number"));
      const label = `${path.join(".")}: ${digits}`;
      const call = { label, rawBody: json.replace('"$number"', digits) };
      if (brokenRules(session, operation, huge).size === 0) {
        await discardCreated(session, await session.call(operation, call));
        continue;
      }
      const why = [...expectedErrors(session, operation, huge), "malformed-body"];
      await expectRefusal(session, operation, "bad-data-refused", call, why);
    }
  }
}

/** Bytes that are not UTF-8: a byte that never occurs, a slash in two bytes, half of a surrogate pair, a character cut short. */
const wrongBytes = ["ff", "c0af", "eda080", "e282"].map((hex) => Buffer.from(hex, "hex"));

/** A body has to be UTF-8, whichever field has the bytes. A server that replaces them stores something else. */
async function sendWrongBytes(session: Session, operation: Operation) {
  const fields = fieldsOfBody(session.contract, operation).filter(({ shape }) => isFreeText(shape));
  for (const [index, { path }] of fields.entries()) {
    const wrong = wrongBytes[index % wrongBytes.length] ?? Buffer.of();
    const json = JSON.stringify(change(session.bodyOf(operation) ?? {}, path, "$bytes"));
    const [before = "", after = ""] = json.split("$bytes");
    const bytes = Buffer.concat([Buffer.from(before), wrong, Buffer.from(after)]);
    const call = { label: `${path.join(".")}: bytes ${wrong.toString("hex")}, not UTF-8`, bytes };
    const why = ["malformed-body", "validation"];
    await expectRefusal(session, operation, "bad-data-refused", call, why, "assumed");
  }
}

/** Requests that are wrong, or unusual and right, apart from their fields: raw bodies, content types, headers. */
export const contentsProbe: Probe = {
  name: "contents",
  phase: "requests",
  checks: [
    "bad-data-refused",
    "duplicate-names",
    "good-data-accepted",
    "body-limit",
    "required-header",
    "error-fits-cause",
  ],
  run: async (session) => {
    await Promise.all(
      session.operations.map(async (operation) => {
        if (hasBody(session, operation)) await sendContents(session, operation);
        await sendHeaders(session, operation);
        await sendQuery(session, operation);
      }),
    );
  },
};

async function sendContents(session: Session, operation: Operation) {
  const body = session.bodyOf(operation) ?? {};
  const json = JSON.stringify(body);
  const type = String(operation.body?.mediaType);
  const ofType = (one: string): CallChanges => ({
    label: `the content type ${one}`,
    headers: { "content-type": one },
  });
  const taken = [type, ...(operation.body?.others ?? []).map(({ mediaType }) => mediaType)];
  const foreign = ["text/plain", "application/x-www-form-urlencoded", "application/xml"].filter(
    (one) => !taken.some((other) => other === one || other.includes("*")),
  );
  const empty: [CallChanges, Expectation] = [
    { label: "an empty body", rawBody: "" },
    ["validation", "malformed-body"],
  ];
  const refused: [CallChanges, Expectation][] = [
    [{ label: "a body that is not JSON", rawBody: '{"broken": ' }, "malformed-body"],
    [{ label: "a body cut short", rawBody: json.slice(0, -1) }, "malformed-body"],
    [{ label: "JSON with something behind it", rawBody: `${json} }` }, "malformed-body"],
    [{ label: "JSON with a comma too many", rawBody: `${json.slice(0, -1)},}` }, "malformed-body"],
    [{ label: "JSON with NaN", rawBody: `{"unknown":NaN,${json.slice(1)}` }, "malformed-body"],
    [{ label: "JSON with a comment", rawBody: `/* comment */ ${json}` }, "malformed-body"],
    ...(operation.body?.required ? [empty] : []),
    ...foreign.map((one): [CallChanges, Expectation] => [ofType(one), "media-type"]),
  ];
  for (const [call, why] of refused)
    await expectRefusal(session, operation, "bad-data-refused", call, why);
  await sendNameTwice(session, operation, body);
  if (!isCallable(session, operation) || isCostly(session, operation, "body-limit")) return;
  const accepted: CallChanges[] = [
    ...[`${type}; charset=utf-8`, `${type};charset="UTF-8"`, type.toUpperCase()].map(ofType),
    { label: "a body in chunks", isChunked: true },
    ...respellJson(session.bodyOf(operation) ?? {}).map(([label, rawBody]) => ({ label, rawBody })),
  ];
  for (const call of accepted)
    await expectAcceptance(session, operation, "good-data-accepted", call);
  await tryBodyLimit(session, operation);
}

/** Operations without an object: the others are called with a query when there is one. */
async function sendQuery(session: Session, operation: Operation) {
  if (!isCallable(session, operation) || isCostly(session, operation)) return;
  const call = { label: "a query that the contract does not know", query: unknownQuery };
  const asked = await session.call(operation, call);
  session.expect("good-data-accepted", asked, ![404, 405].includes(asked.response?.status ?? 0));
  await discardCreated(session, asked);
  if (!operation.body)
    await expectAcceptance(session, operation, "good-data-accepted", typedWithoutBody);
}

/** Other ways to write the same JSON. */
function respellJson(body: JsonObject): [label: string, text: string][] {
  const json = JSON.stringify(body);
  const spellings: [string, string][] = [
    ["JSON with blanks and line breaks", JSON.stringify(body, null, "\t").replaceAll("\n", "\r\n")],
    [
      "JSON with its names in another order",
      JSON.stringify(Object.fromEntries(Object.entries(body).reverse())),
    ],
    ["JSON with escaped letters", json.replaceAll(/[a-z](?=[a-z]*":)/g, (one) => escapeUnits(one))],
    ["whole numbers with a fraction of zero", json.replaceAll(/(?<=:)\d+(?=[,}])/g, "$&.0")],
    ["whole numbers with an exponent", json.replaceAll(/(?<=:)\d+(?=[,}])/g, "$&e0")],
  ];
  return spellings.filter(([, spelling]) => spelling !== json);
}

/** Another valid value of the same type. */
function otherThan(value: Json | undefined): Json {
  if (typeof value === "number") return value + 1;
  return typeof value === "string" ? `${value}0` : (value ?? null);
}

/** A body in which a name stands twice is refused, or the last value counts. */
async function sendNameTwice(session: Session, operation: Operation, body: JsonObject) {
  const inner = Object.values(body).find(isJsonObject);
  for (const object of inner ? [body, inner] : [body]) {
    const [name, value] = Object.entries(object)[0] ?? [];
    if (name === undefined) continue;
    const json = JSON.stringify(object);
    const twice = `{${JSON.stringify(name)}:${JSON.stringify(otherThan(value))},${json.slice(1)}`;
    const rawBody = JSON.stringify(body).replace(json, () => twice);
    const exchange = await session.call(operation, { label: `a body with ${name} twice`, rawBody });
    if (isSuccess(exchange)) checkEcho(session, body, exchange, "duplicate-names");
    else checkRefusal(session, "duplicate-names", exchange, "malformed-body");
    await discardCreated(session, exchange);
  }
}

/**
 * A body of exactly the size limit is accepted, and one of a byte more is refused. Spaces after the JSON give a body its
 * size: they count as bytes of the body and change no value in it.
 */
async function tryBodyLimit(session: Session, operation: Operation) {
  const { bodyLimit } = session.contract;
  if (bodyLimit === undefined) return;
  const withSize = (bytes: number): CallChanges => {
    const json = JSON.stringify(session.bodyOf(operation));
    const spaces = " ".repeat(bytes - Buffer.byteLength(json));
    return { label: `a body of ${bytes} bytes`, rawBody: json + spaces };
  };
  await expectAcceptance(session, operation, "body-limit", withSize(bodyLimit));
  await expectRefusal(session, operation, "body-limit", withSize(bodyLimit + 1), "body-too-large");
}

async function sendHeaders(session: Session, operation: Operation) {
  const headers = operation.parameters.filter((parameter) => parameter.in === "header");
  for (const parameter of headers) {
    const { name, schema, required } = parameter;
    const callOf = (value: string | undefined, what: string): CallChanges => ({
      label: `${name}: ${what}`,
      headers: { [name]: value },
    });
    const isKey = operation.idempotency?.header === name;
    const absent = isKey ? "idempotency-key-missing" : "validation";
    if (required) {
      const missing = callOf(undefined, "missing");
      await expectRefusal(session, operation, "required-header", missing, absent);
    }
    if (required && session.validator.violations(schema, "").length > 0) {
      const causes = [absent, "validation"];
      await expectRefusal(session, operation, "required-header", callOf("", "empty"), causes);
    }
    for (const value of badHeaderValues(session, schema)) {
      const what = `${JSON.stringify(value.slice(0, 40))}, ${value.length} characters`;
      const call = callOf(value, what);
      await expectRefusal(session, operation, "bad-data-refused", call, "validation");
    }
    if (!isCallable(session, operation) || isCostly(session, operation)) continue;
    const good = goodHeaderValues(session, schema).map((value) =>
      callOf(value, `${value.slice(0, 40)}, ${value.length} characters`),
    );
    const values = [`upper-${session.seed}-${session.now()}`, readExample(parameter)];
    const right = values.find(
      (value) => value !== undefined && session.validator.violations(schema, value).length === 0,
    );
    if (right !== undefined)
      good.push({
        label: `${name} in upper case`,
        headers: { [name]: undefined, [name.toUpperCase()]: String(right) },
      });
    for (const call of good) await expectAcceptance(session, operation, "good-data-accepted", call);
  }
}
