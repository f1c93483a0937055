import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Control, ControlledCompany } from "../control.ts";
import { UnreachableError } from "../errors.ts";
import { reasonOf } from "../transport.ts";
import type { Ledger } from "./ledger.ts";

interface CompanyView {
  id: string;
  apiKey: string;
  balance: number;
  sentToday: number;
}

interface SettingsView {
  dailyLimit: number;
  transferSteps: { queued: number | null; processing: number | null };
}

/** Steps of the control plane that bring an object to a status, by what it is. */
const moves: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transaction: { paid: "charges/:id/pay", canceled: "charges/:id/cancel", refunded: "charges/:id/refund" },
  transfer: {
    processing: "transfers/:id/process",
    completed: "transfers/:id/complete",
    refused: "transfers/:id/refuse",
    canceled: "transfers/:id/cancel",
  },
};

/** More than any run sends, in centavos. */
const plenty = 1_000_000_000_000;

/**
 * The control plane of the project's sandbox.
 *
 * @throws {UnreachableError} where there is none at the address
 */
export async function openSandboxControl(ledger: Ledger, url: string, token?: string): Promise<Control> {
  const { pathname } = new URL(url);
  const base = pathname === "/" ? new URL("/_sandbox/api/", url).href : `${url.replace(/\/+$/, "")}/`;
  const ask = async <Result>(method: string, path: string, body?: unknown): Promise<Result> => {
    const headers = {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
    const send = (): Promise<Response> => fetch(base + path, { method, headers, body: JSON.stringify(body) ?? null });
    // An idle connection may be closed just when the next question comes: what only asks may ask again.
    const response = await send().catch((error: unknown) => (method === "GET" ? send() : Promise.reject(error)));
    const text = await response.text();
    const message = `${method} ${base}${path}: ${response.status} ${text}`;
    if (!response.ok) throw Object.assign(new Error(message), { status: response.status });
    return (text === "" ? undefined : JSON.parse(text)) as Result;
  };
  try {
    await ask("GET", "clock");
  } catch (error) {
    throw new UnreachableError(`--control: no control plane answers at ${base} (${reasonOf(error)}).`);
  }
  return new SandboxControl(base, ask, ledger);
}

/** Asks the control plane. @throws {Error} with the `status` of a refusal */
type Ask = <Result>(method: string, path: string, body?: unknown) => Promise<Result>;

class SandboxControl implements Control {
  readonly #ask: Ask;
  readonly #ledger: Ledger;
  readonly #base: string;
  /** What `close` restores, and the file that keeps it. */
  #found: { settings: SettingsView; company?: Pick<CompanyView, "id" | "balance"> } | undefined;
  #file = "";

  constructor(base: string, ask: Ask, ledger: Ledger) {
    this.#base = base;
    this.#ask = ask;
    this.#ledger = ledger;
  }

  async now(): Promise<number> {
    return Date.parse((await this.#ask<{ now: string }>("GET", "clock")).now);
  }

  async advance(milliseconds: number): Promise<number> {
    return Date.parse((await this.#ask<{ now: string }>("POST", "clock/advance", { by: milliseconds })).now);
  }

  async company(name: string, balance: number): Promise<ControlledCompany> {
    const apiKey = `conformance-${name}`;
    this.#ledger.set(apiKey, balance);
    const company = { name: `Conformance ${name}`, apiKey, balance };
    const { id } = (await this.#find(apiKey)) ?? (await this.#ask<CompanyView>("POST", "companies", company));
    await this.#ask("PATCH", `companies/${id}`, { balance, suspended: false });
    const { apiSecret } = await this.#ask<{ apiSecret: string }>("POST", `companies/${id}/secret`);
    return { id, name, apiKey, apiSecret };
  }

  async postbackSecret(apiKey: string): Promise<string | undefined> {
    const known = await this.#find(apiKey);
    const path = `companies/${known?.id}/postback-secret`;
    return known && (await this.#ask<{ postbackSecret: string }>("GET", path)).postbackSecret;
  }

  async balance(apiKey: string): Promise<number | undefined> {
    return (await this.#find(apiKey))?.balance;
  }

  async suspend({ id }: ControlledCompany, suspended: boolean): Promise<void> {
    await this.#ask("PATCH", `companies/${id}`, { suspended });
  }

  async setAllowance({ id }: ControlledCompany, centavos: number | undefined): Promise<void> {
    const { sentToday } = await this.#ask<CompanyView>("GET", `companies/${id}`);
    await this.#ask("PATCH", "settings", { dailyLimit: centavos === undefined ? plenty : sentToday + centavos });
  }

  canMove(subject: string, to: string): boolean {
    return moves[subject]?.[to] !== undefined;
  }

  async move(subject: string, id: string, to: string): Promise<boolean> {
    const path = moves[subject]?.[to];
    if (path === undefined) throw new Error(`The control plane knows no way of a ${subject} to ${to}.`);
    try {
      await this.#ask("POST", path.replace(":id", encodeURIComponent(id)));
      this.#ledger.moved(id, to);
      return true;
    } catch (error) {
      if ((error as { status?: number }).status === 409) return false;
      throw error;
    }
  }

  async open(apiKey: string): Promise<void> {
    const { dailyLimit, transferSteps } = await this.#ask<SettingsView>("GET", "settings");
    const known = await this.#find(apiKey);
    const name = createHash("sha256").update(this.#base).update(apiKey).digest("hex");
    this.#file = join(tmpdir(), `pix-conformance-${name}.json`);
    const found = { settings: { dailyLimit, transferSteps }, ...(known && { company: known }) };
    // A run that was killed has left its own settings, and in a file those that it had found.
    const left = dailyLimit === plenty ? await readFile(this.#file, "utf8").catch(() => undefined) : undefined;
    this.#found = left === undefined ? found : (JSON.parse(left) as typeof found);
    await writeFile(this.#file, JSON.stringify(this.#found));
    // Transfers are moved by the suite alone, so that it knows which status each has.
    await this.#ask("PATCH", "settings", { dailyLimit: plenty, transferSteps: { queued: null, processing: null } });
    if (!known) return;
    await this.#ask("PATCH", `companies/${known.id}`, { balance: plenty });
    this.#ledger.set(apiKey, plenty);
  }

  async close(): Promise<void> {
    if (!this.#found) return;
    const { settings, company } = this.#found;
    await this.#ask("PATCH", "settings", settings);
    if (company) await this.#ask("PATCH", `companies/${company.id}`, { balance: company.balance });
    await rm(this.#file, { force: true });
  }

  async #find(apiKey: string): Promise<CompanyView | undefined> {
    let before = "";
    for (;;) {
      const path = `companies?limit=100${before}`;
      const page = await this.#ask<{ items: CompanyView[]; next: string | null }>("GET", path);
      const found = page.items.find((company) => company.apiKey === apiKey);
      if (found || page.next === null) return found;
      before = `&before=${encodeURIComponent(page.next)}`;
    }
  }
}
