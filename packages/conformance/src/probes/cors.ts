import { type Operation, pathOf } from "../contract.ts";
import { type Exchange, isSuccess, stranger } from "../exchange.ts";
import type { Probe } from "../probe.ts";
import type { Session } from "../session.ts";

/** A page that no server has been told of. */
const origin = "https://page.example";

/** What pages of other origins may do. The contract promises them nothing; what a server lets them do has to be whole. */
export const corsProbe: Probe = {
  name: "cors",
  phase: "requests",
  checks: ["cors"],
  run: async (session) => {
    await Promise.all(session.operations.map((operation) => callFromPage(session, operation)));
  },
};

async function callFromPage(session: Session, operation: Operation): Promise<void> {
  const label = "a call from a page of another origin";
  const exchange = await session.call(operation, {
    // Where wrong credentials are counted, somebody else's are.
    ...{ label, as: operation.token ? stranger() : null, headers: { origin } },
    ...(operation.body && { rawBody: "{}" }),
  });
  const headers = exchange.response?.headers;
  if (!headers) return;
  const allowed = headers.get("access-control-allow-origin");
  const withCredentials = headers.get("access-control-allow-credentials") === "true";
  const message = "A page of any origin may call with the credentials of whoever looks at it.";
  session.expect("cors", operation, !(withCredentials && allowed === origin), message, exchange);
  if (allowed !== origin && allowed !== "*") return;
  session.check("cors", operation, hiddenHeaders(exchange, operation, withCredentials), exchange);
  await askFirst(session, operation, withCredentials);
}

/** Headers that a page may read without being told. */
const readable = new Set(["cache-control", "content-language", "content-length", "content-type", "expires", "pragma"]);

function hiddenHeaders({ response }: Exchange, { responses }: Operation, withCredentials: boolean): string[] {
  const exposed = namesIn(response?.headers.get("access-control-expose-headers"));
  // With credentials a star is the name of a header.
  if (exposed.includes("*") && !withCredentials) return [];
  const documented = responses.find(({ status }) => status === response?.status)?.headers ?? [];
  const hidden = documented
    .map(({ name }) => name)
    .filter((name) => !readable.has(name.toLowerCase()) && !exposed.includes(name.toLowerCase()));
  return hidden.length === 0 ? [] : [`A page may call and not read ${hidden.join(", ")} of a ${response?.status}.`];
}

/** What a browser asks before it sends the call of a page. */
async function askFirst(session: Session, operation: Operation, withCredentials: boolean): Promise<void> {
  const wanted = [
    ...operation.parameters.filter((one) => one.in === "header").map(({ name }) => name.toLowerCase()),
    ...(operation.body ? ["content-type"] : []),
    "authorization",
  ].sort();
  const exchange = await session.preflight(pathOf(operation, "nobody_0"), {
    origin,
    "access-control-request-method": operation.method,
    "access-control-request-headers": wanted.join(","),
  });
  const { response } = exchange;
  const list = (name: string): string[] => namesIn(response?.headers.get(name));
  const methods = list("access-control-allow-methods");
  const names = list("access-control-allow-headers");
  const isAny = (given: readonly string[]): boolean => given.includes("*") && !withCredentials;
  const isSimple = ["GET", "HEAD", "POST"].includes(operation.method);
  // The star stands for every header but this one.
  const refused = wanted.filter((name) => !names.includes(name) && !(isAny(names) && name !== "authorization"));
  session.check(
    "cors",
    operation,
    [
      ...(isSuccess(exchange) ? [] : [`A page may call, but its preflight gets ${response?.status ?? "no response"}.`]),
      ...(isSimple || isAny(methods) || methods.includes(operation.method.toLowerCase())
        ? []
        : [`A page may call, but its preflight does not allow ${operation.method}.`]),
      ...(refused.length === 0 ? [] : [`A page may call, but its preflight does not allow ${refused.join(", ")}.`]),
    ],
    exchange,
  );
}

function namesIn(header: string | null | undefined): string[] {
  return (header ?? "").split(",").map((name) => name.trim().toLowerCase());
}
