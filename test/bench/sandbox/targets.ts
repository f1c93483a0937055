// Sandboxes in processes of their own, and the requests that the bench sends to them.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { control, issueToken } from "../../sandbox/support/control.ts";
import { type Measurable, type Measured, requestText } from "../load.ts";
import type { Row } from "../support/row.ts";

export interface Target extends Measurable {
  token: string;
}

export interface Place {
  data?: string;
  databaseUrl?: string;
}

const customer = {
  name: "Ana Souza",
  email: "ana@example.com",
  documentType: "cpf",
  document: "52998224725",
};
export const charge = { amountInCents: 4990, customer, description: "Pedido 1042" };

/** Targets that have not been stopped. */
const running = new Set<ChildProcess>();
export const fromSource = join(import.meta.dirname, "../../../scripts/from-source.ts");

process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** @param options.seed charges of another company that are stored before the sandbox starts */
export async function startTarget(
  options: Place & { seed?: number; settings?: object },
): Promise<Target> {
  const child = spawn(
    process.execPath,
    ["--import", fromSource, join(import.meta.dirname, "target.ts"), JSON.stringify(options)],
    {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  running.add(child);
  const ended = once(child, "exit").then(() =>
    Promise.reject(new Error("A measured sandbox has ended.")),
  );
  const [{ url, apiKey, apiSecret }] = (await Promise.race([once(child, "message"), ended])) as [
    Record<"url" | "apiKey" | "apiSecret", string>,
  ];
  ended.catch(() => {});
  return { url, token: await issueToken(url, { apiKey, apiSecret }), process: child };
}

export async function stop({ process: child }: Target): Promise<void> {
  running.delete(child);
  child.kill();
  await once(child, "exit");
}

/** Adds a company by the control plane, and gives the target as it calls it. */
export async function addCompany(target: Target, name: string): Promise<Target> {
  const body = { name, apiKey: name, apiSecret: `${name}-secret`, balance: 1e12 };
  const { apiKey, apiSecret } = await control<{ apiKey: string; apiSecret: string }>(
    target.url,
    "POST",
    "/companies",
    body,
  );
  return { ...target, token: await issueToken(target.url, { apiKey, apiSecret }) };
}

/** Calls the service once, with a key of its own. */
export async function callOnce<Data>(
  { url, token }: Target,
  path: string,
  body?: object,
): Promise<Data> {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "x-idempotency-key": makeKey(),
  };
  const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  return ((await (await fetch(`${url}/api/v1${path}`, init)).json()) as { data: Data }).data;
}

export function chargeOf({ token }: Target, body: object = charge): () => string {
  const text = requestText(
    "POST",
    "/api/v1/pix/in/qrcode",
    { authorization: `Bearer ${token}` },
    body,
  );
  return () => text;
}

let keys = 0;
function makeKey(): string {
  keys += 1;
  return `bench-${process.pid}-${keys}`;
}

export function transferOf({ token }: Target): () => string {
  const body = { pixKey: "destino@example.com", amount: 100 };
  const headers = { authorization: `Bearer ${token}` };
  return () =>
    requestText(
      "POST",
      "/api/v1/pix/out/pixkey",
      { ...headers, "x-idempotency-key": makeKey() },
      body,
    );
}

export async function lookupOf(target: Target): Promise<() => string> {
  return requestOf(target, (await callOnce<{ id: string }>(target, "/pix/in/qrcode", charge)).id);
}

export function requestOf({ token }: Pick<Target, "token">, id = "txn_0"): () => string {
  const text = requestText(
    "GET",
    `/api/v1/transactions/${id}`,
    { authorization: `Bearer ${token}` },
    undefined,
  );
  return () => text;
}

export function rate(name: string, { perSecond }: Measured): Row {
  return { name: `sandbox ${name}`, value: perSecond, unit: "per second" };
}
