import { randomUUID } from "node:crypto";
import {
  buildPath,
  type Contract,
  type ExpectedError,
  errorForCause,
  getPayload,
  type Operation,
  pathParameter,
} from "../contract.ts";
import { type Exchange, isSuccess } from "../exchange.ts";
import type { Probe } from "../probe.ts";
import type { CallChanges, Session } from "../session.ts";
import { checkRefusal, expectRefusal, typedWithoutBody } from "./expect.ts";

const triedMethods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Paths and methods that the contract does not have, and ids that nothing has. */
export const pathsProbe: Probe = {
  name: "paths",
  phase: "requests",
  checks: ["unknown-path", "unknown-method", "unknown-object", "error-fits-cause"],
  run: async (session) => {
    await sendUnknownPaths(session);
    await sendUnknownMethods(session);
    await Promise.all(session.operations.map((operation) => sendUnknownIds(session, operation)));
  },
};

async function sendUnknownPaths(session: Session) {
  const [any] = session.contract.operations;
  if (!any || !errorForCause(session.contract, "unknown-path")) return;
  for (const [path, methods] of unknownPaths(session.contract)) {
    for (const method of methods) {
      const call = {
        label: `${method} ${path}, a path without operation`,
        method,
        path,
        as: null,
        rawBody: "",
      };
      const exchange = await session.call(any, call);
      checkRefusal(session, "unknown-path", exchange, "unknown-path");
    }
  }
}

/** Paths next to, above and below those of the contract, and one that scanners try on every server; with the methods to try. */
function unknownPaths({ operations }: Contract): Map<string, string[]> {
  const known = new Set(operations.map(({ path }) => path));
  const above = [...known].map((path) => path.slice(0, path.lastIndexOf("/")));
  const ends = operations.filter((one, index) => index === 0 || pathParameter(one) !== undefined);
  const below = ends.map((operation) => `${buildPath(operation, "unknown_0")}/nothing`);
  // A path is one of its letters, and ends where it ends.
  const like = operations
    .filter((one) => pathParameter(one) === undefined)
    .flatMap(({ path, method }) => [`${path}/`, path.toUpperCase()].map((one) => [one, method]));
  const paths = new Map<string, string[]>();
  for (const path of ["/", "/.env", ...above, ...below]) paths.set(path, ["GET", "POST"]);
  for (const [path = "", method = ""] of like)
    paths.set(path, [...new Set([...(paths.get(path) ?? []), method])]);
  for (const path of paths.keys())
    if (path === "" || path.includes("{") || known.has(path)) paths.delete(path);
  return paths;
}

async function sendUnknownMethods(session: Session) {
  const expected = errorForCause(session.contract, "unknown-method");
  if (!expected) return;
  const first = session.operations.filter(
    ({ path }, index, all) => all.findIndex((one) => one.path === path) === index,
  );
  for (const operation of first) {
    const { path } = operation;
    const allowed = session.contract.operations
      .filter((one) => one.path === path)
      .map(({ method }) => method);
    for (const method of triedMethods.filter((one) => !allowed.includes(one))) {
      const label = `${method} ${path}, a method that it does not have`;
      const call = {
        label,
        method,
        path: buildPath(operation, "unknown_0"),
        rawBody: method === "GET" ? "" : "{}",
      };
      const exchange = await session.call(operation, call);
      if (checkRefusal(session, "unknown-method", exchange, [expected], { operation }))
        checkAllow(session, operation, allowed, exchange);
    }
    await sendMethodsOfHttp(session, operation, allowed);
  }
}

/** Sends HEAD, OPTIONS and TRACE, which a server may have for every path, without credentials: no response may contain data. */
async function sendMethodsOfHttp(session: Session, operation: Operation, allowed: string[]) {
  const { path } = operation;
  const send = (method: string, call: Partial<CallChanges> = {}) =>
    session.call(operation, {
      label: `${method} ${path}`,
      method,
      path: buildPath(operation, "unknown_0"),
      as: null,
      ...call,
    });
  const expect = (exchange: Exchange, holds: boolean, message: string) =>
    session.expect("unknown-method", operation, holds, message, exchange);
  const head = await send("HEAD");
  expect(
    head,
    !isSuccess(head),
    `${head.label} without credentials: ${head.response?.status}, as if it were allowed.`,
  );
  const options = await send("OPTIONS");
  if (isSuccess(options) && options.response.headers.has("allow"))
    checkAllow(session, operation, allowed, options);
  const hasData = isSuccess(options) && getPayload(options.response?.json) !== undefined;
  expect(options, !hasData, `${options.label} without credentials is answered with data.`);
  // TRACE belongs to the whole server, so one operation is enough.
  if (operation !== session.operations[0]) return;
  const trace = await send("TRACE", { headers: { "x-trace-of-suite": "1" } });
  const isEchoed = /x-trace-of-suite/i.test(trace.response?.text ?? "");
  expect(
    trace,
    !isSuccess(trace) && !isEchoed,
    `${trace.label}: ${trace.response?.status}, and the request's headers come back: credentials would too.`,
  );
}

function checkAllow(session: Session, operation: Operation, allowed: string[], exchange: Exchange) {
  const given = exchange.response?.headers.get("allow");
  const named = (given ?? "").split(",").map((method) => method.trim().toUpperCase());
  const missing = allowed.filter((method) => !named.includes(method));
  const wrong = named.filter(
    (method) => triedMethods.includes(method) && !allowed.includes(method),
  );
  const message = `Allow is ${given === null ? "missing" : `"${given}"`}, the path has ${allowed.join(", ")}.`;
  session.expect(
    "unknown-method",
    operation,
    missing.length + wrong.length === 0,
    message,
    exchange,
  );
}

async function sendUnknownIds(session: Session, operation: Operation) {
  const expected = listNotFoundErrors(operation);
  if (pathParameter(operation) === undefined || expected.length === 0) return;
  const ids = [
    "unknown_0",
    randomUUID(),
    "99999999999999999999",
    "' or '1'='1",
    "a/b",
    "\0",
    "x".repeat(2_000),
    "ção €",
  ];
  const calls: CallChanges[] = ids.map((id) => ({
    label: `the id ${JSON.stringify(id.slice(0, 40))}`,
    id,
  }));
  // No character either, and nothing that a server may fail at.
  calls.push({ label: "an id that escapes half of a surrogate pair", writtenId: "%ED%A0%80" });
  if (!operation.body) calls.push({ ...typedWithoutBody, id: "unknown_0" });
  for (const call of calls)
    await expectRefusal(session, operation, "unknown-object", call, expected);
  if (!session.findings.wants("server-error")) return;
  await session.call(operation, { label: "an id with a broken escape", writtenId: "%ZZ" });
}

/** The response of an operation to an unknown id. */
export function listNotFoundErrors({ responses }: Operation): ExpectedError[] {
  const found = responses.find(({ status }) => status === 404);
  return (found?.errors ?? []).map((code) => ({ status: 404, code }));
}
