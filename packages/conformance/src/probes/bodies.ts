import { errorSchema, isObject, type Json, type Operation, payloadSchema } from "../contract.ts";
import { codeOf, type Exchange, errorOf, recordOf } from "../exchange.ts";
import { badBodies, expectedErrors, goodBodies } from "../generate/cases.ts";
import type { Probe } from "../probe.ts";
import type { Session } from "../session.ts";
import { accept, checkEcho, discardOf, isCostly, refuse } from "./expect.ts";

/** One body for each rule of each field, on both sides of its edge. */
export const bodiesProbe: Probe = {
  name: "bodies",
  phase: "requests",
  checks: [
    ...(["bad-data-refused", "good-data-accepted", "error-fits-cause", "error-names-field", "echo"] as const),
    "unknown-request-fields",
  ],
  run: async (session) => {
    const withBody = session.operations.filter(({ body }) => body);
    await Promise.all(
      withBody.map(async (operation) => {
        await sendGood(session, operation);
        await sendUnknown(session, operation);
        await sendBad(session, operation);
      }),
    );
  },
};

async function sendGood(session: Session, operation: Operation): Promise<void> {
  if (isCostly(session, operation, "good-data-accepted")) return;
  for (const { label, body } of goodBodies(session, operation)) {
    // Without a control plane the money is real: the most that a transfer takes is not tried out.
    if (session.profile.spends(operation) && !session.control && label.includes("maximum")) continue;
    const exchange = await accept(session, operation, "good-data-accepted", { label, body });
    if (isObject(body)) checkEcho(session, body, exchange);
  }
}

async function sendBad(session: Session, operation: Operation): Promise<void> {
  const general = session.contract.errors.find(({ causes }) => causes?.includes("validation"));
  const body = general && session.merge(errorSchema(session.contract, general)).properties?.error;
  const details = body && session.merge(body).properties?.details;
  const listsFields = details !== undefined && session.merge(details).type === "array";
  for (const { label, body, path } of badBodies(session, operation)) {
    const why = expectedErrors(session, operation, body);
    const exchange = await refuse(session, operation, "bad-data-refused", { label, body }, why);
    if (general && listsFields && codeOf(exchange) === general.code) checkDetails(session, path.join("."), exchange);
  }
  for (const body of [null, "text", [], 1, true]) {
    const rawBody = JSON.stringify(body);
    await refuse(session, operation, "bad-data-refused", { label: `the body is ${rawBody}`, rawBody }, "validation");
  }
}

/** A validation error lists fields, the broken one among them. */
function checkDetails(session: Session, path: string, exchange: Exchange): void {
  const { details } = errorOf(exchange);
  const paths = (Array.isArray(details) ? details : []).flatMap((one) =>
    isObject(one) && typeof one.path === "string" ? [one.path] : [],
  );
  const isNamed = paths.some((one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`));
  const message = `${exchange.label}: the details name ${paths.join(", ") || "no field"}, not ${path}.`;
  session.expect("error-names-field", exchange, isNamed, message);
}

async function sendUnknown(session: Session, operation: Operation): Promise<void> {
  if (isCostly(session, operation, "unknown-request-fields")) return;
  const body = { ...session.bodyOf(operation), unknownToTheContract: { deep: ["x-unknown-value"] } };
  const label = "a field that the contract does not know";
  const exchange = await accept(session, operation, "unknown-request-fields", { label, body });
  const isEchoed = /unknownToTheContract|x-unknown-value/.test(exchange.response?.text ?? "");
  session.expect("unknown-request-fields", exchange, !isEchoed, "A field that is unknown comes back.");
  await sendFieldsOfRecord(session, operation);
  await sendStrangeFields(session, operation);
}

/** What the service decides is not the caller's to say: its record has the field, the request does not. */
async function sendFieldsOfRecord(session: Session, operation: Operation): Promise<void> {
  const { properties: own = {} } = session.merge(operation.body?.schema ?? {});
  const { properties = {} } = session.merge(payloadSchema(session.contract, operation));
  const foreign = Object.entries(properties).flatMap(([name, property]): [string, Json][] => {
    const { type, enum: values } = session.merge(property);
    if (name in own) return [];
    if (values) return [[name, values.at(-1) ?? null]];
    return type === "string" ? [[name, "x-of-the-caller"]] : type === "integer" ? [[name, 7_777_777]] : [];
  });
  if (foreign.length === 0) return;
  const body = { ...session.bodyOf(operation), ...Object.fromEntries(foreign) };
  const label = "fields that only a record has";
  const exchange = await accept(session, operation, "unknown-request-fields", { label, body });
  const record = recordOf(exchange);
  const taken = foreign.filter(([name, value]) => record?.[name] === value).map(([name]) => name);
  const message = `The caller decides over ${taken.join(", ")}, which a request does not have.`;
  session.expect("unknown-request-fields", exchange, taken.length === 0, message);
}

/** Names and depths that servers have fallen over. A server may refuse them, but has to answer. */
async function sendStrangeFields(session: Session, operation: Operation): Promise<void> {
  if (!session.findings.wants("server-error")) return;
  const text = JSON.stringify(session.bodyOf(operation)).slice(1);
  const strange: [label: string, field: string][] = [
    ["a field called __proto__", '"__proto__":{"toString":1}'],
    ["lists inside of 20000 lists", `"deep":${"[".repeat(20_000)}${"]".repeat(20_000)}`],
  ];
  for (const [label, field] of strange) {
    await discardOf(session, await session.call(operation, { label, rawBody: `{${field},${text}` }));
  }
}
