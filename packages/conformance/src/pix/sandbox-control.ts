import type { ServerControl } from "../control.ts";
import { UnreachableError } from "../errors.ts";
import { type Caller, gatewayStatuses } from "../exchange.ts";
import { describeFailure } from "../transport.ts";
import type { Ledger } from "./ledger.ts";

interface CompanyView {
  id: string;
  apiKey: string;
  /** Centavos. */
  balance: number;
  /** Centavos that it has sent on this day of São Paulo and that were not given back. */
  sentToday: number;
}

interface ShownClock {
  now: string;
}

interface SettingsView {
  dailyLimit: number;
  transferSteps: { queued: number | null; processing: number | null };
}

/** Steps of the control plane that bring an object to a status, by its kind. */
const moves: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transaction: {
    paid: "charges/:id/pay",
    canceled: "charges/:id/cancel",
    refunded: "charges/:id/refund",
  },
  transfer: {
    processing: "transfers/:id/process",
    completed: "transfers/:id/complete",
    refused: "transfers/:id/refuse",
    canceled: "transfers/:id/cancel",
  },
};

/** More than any run sends, in centavos. */
const plenty = 1_000_000_000_000;

/** The control plane of the project's sandbox. */
export class SandboxControl implements ServerControl {
  readonly #ledger: Ledger;
  readonly #base: string;
  readonly #token: string | undefined;
  /** The state that `close` restores. */
  #found: { settings: SettingsView; company: CompanyView | undefined } | undefined;

  constructor(ledger: Ledger, url: string, token?: string) {
    const { pathname } = new URL(url);
    this.#base =
      pathname === "/" ? new URL("/_sandbox/api/", url).href : `${url.replace(/\/+$/, "")}/`;
    this.#token = token;
    this.#ledger = ledger;
    ledger.control = this;
  }

  /**
   * Sends a request, and repeats it if a gateway has answered or the connection broke: it may have been handled or not.
   *
   * @param findDone the result if it was handled; absent for a request whose repeat has no further effect
   * @throws {Error} with the `status` of a refusal
   */
  async #ask<Result>(
    method: string,
    path: string,
    body?: unknown,
    findDone?: () => Promise<Result | undefined>,
  ): Promise<Result> {
    const headers = {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
    };
    const url = this.#base + path;
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === 3;
      const response = await fetch(url, {
        method,
        headers,
        body: JSON.stringify(body) ?? null,
      }).catch((error: unknown) => {
        if (isLast) throw error;
      });
      if (response && (isLast || !gatewayStatuses.includes(response.status))) {
        const json = await response.text();
        const message = `${method} ${url}: ${response.status} ${json}`;
        if (!response.ok) throw Object.assign(new Error(message), { status: response.status });
        return (json === "" ? undefined : JSON.parse(json)) as Result;
      }
      const done = await findDone?.();
      if (done !== undefined) return done;
    }
  }

  async now(): Promise<number> {
    return this.#read(await this.#ask("GET", "clock"));
  }

  async advance(milliseconds: number): Promise<number> {
    // A clock that was not moved does not come half of the way by itself.
    const halfway = Date.now() + this.#ledger.ahead + milliseconds / 2;
    const findDone = async () => {
      const clock = await this.#ask<ShownClock>("GET", "clock");
      return Date.parse(clock.now) >= halfway ? clock : undefined;
    };
    return this.#read(await this.#ask("POST", "clock/advance", { by: milliseconds }, findDone));
  }

  #read({ now }: ShownClock): number {
    this.#ledger.ahead = Date.parse(now) - Date.now();
    return Date.parse(now);
  }

  caller(name: string): Promise<Caller> {
    return this.company(name, 1_000_000_000);
  }

  /** A company of the suite's own that has some centavos, by name. */
  async company(name: string, balance: number): Promise<Caller> {
    const apiKey = `conformance-${name}`;
    const company = { name: `Conformance ${name}`, apiKey, balance };
    const known =
      (await this.figures(apiKey)) ??
      (await this.#ask("POST", "companies", company, () => this.figures(apiKey)));
    const { id, sentToday } = known;
    this.#ledger.set(apiKey, balance, sentToday);
    await this.#ask("PATCH", `companies/${id}`, { balance, suspended: false });
    const { apiSecret } = await this.#ask<{ apiSecret: string }>("POST", `companies/${id}/secret`);
    return { name, apiKey, apiSecret };
  }

  async callbackSecret(apiKey: string): Promise<string | undefined> {
    const known = await this.figures(apiKey);
    const path = `companies/${known?.id}/postback-secret`;
    return known && (await this.#ask<{ postbackSecret: string }>("GET", path)).postbackSecret;
  }

  async suspend({ apiKey }: Caller, suspended: boolean): Promise<void> {
    await this.#ask("PATCH", `companies/${(await this.figures(apiKey))?.id}`, { suspended });
  }

  /** Sets the rest of a company's daily limit to so many centavos; undefined lifts the limit. */
  async setAllowance({ apiKey }: Caller, centavos?: number): Promise<void> {
    const { sentToday = 0 } = (await this.figures(apiKey)) ?? {};
    await this.#ask("PATCH", "settings", {
      dailyLimit: centavos === undefined ? plenty : sentToday + centavos,
    });
  }

  canMove(subject: string, to: string): boolean {
    return moves[subject]?.[to] !== undefined;
  }

  async move(subject: string, id: string, to: string): Promise<boolean> {
    const path = moves[subject]?.[to];
    if (path === undefined) throw new Error(`The control plane cannot move a ${subject} to ${to}.`);
    try {
      // Each charge has its own payer.
      const { payers } = this.#ledger;
      const payer = to === "paid" ? { name: `Pagador ${payers.size + 1}` } : undefined;
      const [kind, step] = path.split("/:id/");
      const object = `${kind}/${encodeURIComponent(id)}`;
      const findDone = async () => {
        const shown = await this.#ask<{ status: string }>("GET", object);
        return shown.status === to ? shown : undefined;
      };
      await this.#ask("POST", `${object}/${step}`, payer && { payer }, findDone);
      // The payer of a paid charge does not change.
      if (payer && !payers.has(id)) payers.set(id, payer.name);
      this.#ledger.moved(id, to);
      return true;
    } catch (error) {
      // A server may have shown an id that nothing has.
      if ([404, 409].includes((error as { status?: number }).status ?? 0)) return false;
      throw error;
    }
  }

  /** @throws {UnreachableError} if no control plane answers */
  async open(apiKey: string): Promise<void> {
    const { dailyLimit, transferSteps } = await this.#ask<SettingsView>("GET", "settings").catch(
      (error: unknown) => {
        throw new UnreachableError(
          `--control: no control plane answers at ${this.#base} (${describeFailure(error)}).`,
        );
      },
    );
    const known = await this.figures(apiKey);
    this.#found = { settings: { dailyLimit, transferSteps }, company: known };
    // Transfers are moved by the suite alone, so that it knows which status each has.
    await this.#ask("PATCH", "settings", {
      dailyLimit: plenty,
      transferSteps: { queued: null, processing: null },
    });
    if (!known) return;
    await this.#ask("PATCH", `companies/${known.id}`, { balance: plenty });
    this.#ledger.set(apiKey, plenty, known.sentToday);
  }

  async close(): Promise<void> {
    if (!this.#found) return;
    const { settings, company } = this.#found;
    await this.#ask("PATCH", "settings", settings);
    if (company) await this.#ask("PATCH", `companies/${company.id}`, { balance: company.balance });
  }

  /** A company by its key, with its figures; undefined if there is none. */
  async figures(apiKey: string): Promise<CompanyView | undefined> {
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
