import type { PanelCall } from "../../../packages/generator/src/docs/panel.ts";
import type { Server } from "../servers.ts";

/** A response, as it is shown. */
export interface Shown {
  status: string;
  headers: string;
  body: string;
  /** Identifier of what was made or found. */
  id?: string;
  /** Page of the console that shows what was made. */
  console?: string;
}

/** Pages of the console by the group of the operation. */
const views: Record<string, string> = {
  transactions: "charges",
  transfers: "transfers",
  webhooks: "webhooks",
};

/**
 * Sends a request as the page has it, with credentials of the server: it gets a token first if one is needed.
 *
 * @param wishes the mock's response, and the object that the call is about instead of the example's
 * @throws TypeError where the server does not answer
 */
export async function send(
  server: Server,
  call: PanelCall,
  body: string,
  { prefer = "", id }: { prefer?: string; id?: string | undefined },
): Promise<Shown> {
  const { "Content-Type": _, ...headers } = call.headers;
  const path = call.id && id ? call.path.replace(call.id, encodeURIComponent(id)) : call.path;
  const response = await fetch(server.path + path, {
    method: call.method,
    headers: {
      ...headers,
      ...(await authorization(server, call)),
      // A key that was used before gives the first response again.
      ...(call.keyHeader !== undefined && { [call.keyHeader]: crypto.randomUUID() }),
      ...(body !== "" && { "content-type": "application/json" }),
      // Only the mock has responses to choose from.
      ...(prefer !== "" && server.name === "mock" && { prefer }),
    },
    ...(body !== "" && { body }),
  });
  const text = await response.text();
  const shown = idOf(text);
  const view = views[call.group];
  return {
    status: `${response.status} ${response.statusText}`.trim(),
    headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n"),
    body: pretty(text),
    ...(shown !== undefined && { id: shown }),
    ...(server.console &&
      view && {
        console: `${server.console}#/${view}${shown ? `/${encodeURIComponent(shown)}` : ""}`,
      }),
  };
}

async function authorization(
  { path, user = "key", password = "secret" }: Server,
  { security, token }: PanelCall,
): Promise<Record<string, string>> {
  const basic = `Basic ${btoa(`${user}:${password}`)}`;
  if (security === "basic") return { authorization: basic };
  if (security !== "bearer") return {};
  if (!token) return { authorization: "Bearer token" };
  const response = await fetch(path + token.path, {
    method: token.method,
    headers: { authorization: basic },
  });
  const issued = ((await response.json()) as Record<string, unknown>)[token.field];
  if (typeof issued !== "string") throw new TypeError(`it gives no token: ${response.status}`);
  return { authorization: `Bearer ${issued}` };
}

function idOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { data?: { id?: string } }).data?.id;
  } catch {
    return undefined;
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(
      JSON.parse(text),
      (_, value) =>
        typeof value === "string" && value.length > 400 ? `${value.slice(0, 80)}…` : value,
      2,
    );
  } catch {
    return text;
  }
}
