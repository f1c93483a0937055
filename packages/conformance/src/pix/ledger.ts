import { isObject, payloadOf } from "../contract.ts";
import type { Exchange } from "../exchange.ts";
import type { Audited } from "../profile.ts";

/** What an object does to the balance of its company when it reaches a status, in centavos. */
interface Entry {
  apiKey: string;
  to: Record<string, number>;
}

/**
 * The balances that companies have by what the suite has asked for and been told: a model that runs beside every probe.
 * Only a control plane, which shows balances, makes them comparable.
 */
export class Ledger {
  readonly #balances = new Map<string, number>();
  readonly #entries = new Map<string, Entry>();
  /** Whether a request to move money got no clear response: then nobody knows what it has moved. */
  #isUnclear = false;

  /** Sets the balance of a company: money comes from outside. */
  set(apiKey: string, balance: number): void {
    this.#balances.set(apiKey, balance);
  }

  /** Notes what a creation takes from a balance, and what it will move later: once for each object, however often it is replayed. */
  note({ operation, as, response }: Exchange): void {
    const isTransfer = operation?.id === "createTransfer";
    if (!as || (!isTransfer && operation?.id !== "createCharge")) return;
    if (isTransfer && (!response || response.status >= 500)) this.#isUnclear = true;
    const payload = payloadOf(response?.json);
    if (!response || !isObject(payload) || response.status >= 300 || this.#entries.has(String(payload.id))) return;
    const [amount, fees] = [Number(payload.amount), Number(payload.fees)];
    const to = isTransfer ? { refused: amount, canceled: amount } : { paid: amount - fees, refunded: -amount };
    this.#entries.set(String(payload.id), { apiKey: as.apiKey, to });
    if (isTransfer) this.#add(as.apiKey, -amount);
  }

  /** Notes that the control plane has moved an object to a status: each moves its money once. */
  moved(id: string, status: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    // On the way to a refund a charge is paid.
    if (status === "refunded") this.moved(id, "paid");
    this.#add(entry.apiKey, entry.to[status] ?? 0);
    delete entry.to[status];
  }

  /** Holds the balances against the model. What differs is reported once: the model goes on from there. */
  async audit(run: Audited): Promise<void> {
    if (!run.control || this.#isUnclear || !run.isIdle) return;
    for (const [apiKey, expected] of this.#balances) {
      const balance = await run.control.balance(apiKey);
      if (balance === undefined) continue;
      const message = `A company has ${balance} centavos after the transfers and payments that it was told of, not ${expected}.`;
      run.expect("ledger", "createTransfer", balance === expected, message);
      this.set(apiKey, balance);
    }
  }

  #add(apiKey: string, amount: number): void {
    const before = this.#balances.get(apiKey);
    if (before !== undefined && Number.isSafeInteger(amount)) this.#balances.set(apiKey, before + amount);
  }
}
