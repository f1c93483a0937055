import { type Exchange, recordOf } from "../exchange.ts";
import type { Audited } from "../profile.ts";

interface Entry {
  apiKey: string;
  /** Centavos that come to the company with a status, once; undefined where the contract leaves open how many. */
  moves: Record<string, number | undefined>;
}

/**
 * The balances of companies by the transfers and charges that the suite knows, their fees and outcomes: a model that runs
 * alongside every probe. Only a control plane, which shows balances, makes them comparable.
 */
export class Ledger {
  /** Centavos by API key; undefined where something has moved money by an amount that is not known. */
  readonly #balances = new Map<string, number | undefined>();
  readonly #entries = new Map<string, Entry>();

  /** Sets the balance of a company: money comes from outside. */
  set(apiKey: string, balance: number): void {
    this.#balances.set(apiKey, balance);
  }

  /** Notes what a transfer takes, and what a charge will bring: once, however often its creation is replayed. */
  note(exchange: Exchange): void {
    const { operation, as, response } = exchange;
    const isTransfer = operation?.id === "createTransfer";
    if (!as || (!isTransfer && operation?.id !== "createCharge")) return;
    if (isTransfer && (!response || response.status >= 500)) this.#add(as.apiKey, undefined);
    const record = recordOf(exchange);
    if (!record || this.#entries.has(String(record.id))) return;
    const [amount, fees] = [Number(record.amount), Number(record.fees)];
    // What is left of a fee above the amount, and who bears that of a refund, the contract leaves open.
    const net = fees <= amount ? amount - fees : undefined;
    const moves = isTransfer ? { refused: amount, canceled: amount } : { paid: net, refunded: undefined };
    this.#entries.set(String(record.id), { apiKey: as.apiKey, moves });
    if (isTransfer) this.#add(as.apiKey, -amount);
  }

  /** Notes that the control plane has moved an object to a status. */
  moved(id: string, status: string): void {
    const entry = this.#entries.get(id);
    if (!entry || !(status in entry.moves)) return;
    this.#add(entry.apiKey, entry.moves[status]);
    delete entry.moves[status];
  }

  /** Holds the balances against the model. What differs is reported once: the model goes on from there. */
  async audit(run: Audited): Promise<void> {
    const { control, isIdle } = run;
    if (!control || !isIdle) return;
    for (const [apiKey, expected] of this.#balances) {
      const balance = await control.balance(apiKey);
      if (balance === undefined) continue;
      const message = `A company has ${balance} centavos, and ${expected} by its transfers and charges.`;
      if (expected !== undefined) run.expect("ledger", "createTransfer", balance === expected, message);
      this.set(apiKey, balance);
    }
  }

  #add(apiKey: string, amount: number | undefined): void {
    const before = this.#balances.get(apiKey);
    if (before !== undefined) this.#balances.set(apiKey, amount === undefined ? undefined : before + amount);
  }
}
