import { type Exchange, getRecord } from "../exchange.ts";
import type { Audited, ServerModel } from "../profile.ts";
import { pixCheck } from "./checks.ts";

/** A company, in centavos: NaN if the contract leaves a figure open, or an amount is not known. */
interface LedgerAccount {
  balance: number;
  sent: number;
  /** Day of `sent`. */
  day: string;
}

interface LedgerEntry {
  apiKey: string;
  /** Centavos that come to the company with a status, once; NaN if the contract leaves open how many. */
  moves: Record<string, number>;
  /** Day on which it was sent; undefined for a charge. */
  day?: string;
}

/** Milliseconds by which the clocks may differ. */
const balanceTolerance = 5_000;

const dayFormat = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/Sao_Paulo",
  dateStyle: "short",
});

/** The next beginning of a day for which transfers are summed up, in epoch milliseconds: midnight of São Paulo. */
export function nextDay(now: number): number {
  const offset = 3 * 3_600_000;
  return Math.ceil((now - offset + 1) / 86_400_000) * 86_400_000 + offset;
}

/**
 * The balances of companies and the sums of their days, by the transfers and charges that the suite knows, their fees and
 * outcomes: a model that runs alongside every probe. Only a control plane, which shows the figures, makes them comparable.
 */
export class Ledger implements ServerModel {
  readonly checks = [pixCheck("ledger")];
  readonly #accounts = new Map<string, LedgerAccount>();
  readonly #entries = new Map<string, LedgerEntry>();
  /** Names of those who have paid, by the ids of charges. */
  readonly payers = new Map<string, string>();
  /** The source of a company's figures, in centavos. */
  control:
    | { figures(apiKey: string): Promise<{ balance: number; sentToday: number } | undefined> }
    | undefined;
  /** Milliseconds by which the server's clock is ahead of this machine's. */
  ahead = 0;

  /** Sets the balance of a company: money comes from outside. */
  set(apiKey: string, balance: number, sentToday: number): void {
    const known = this.#account(apiKey);
    if (known) known.balance = balance;
    else this.#accounts.set(apiKey, { balance, sent: sentToday, day: this.#today(0) });
  }

  /** Notes the cost of a transfer and the income of a charge: once, however often its creation is replayed. */
  note(exchange: Exchange): void {
    const { operation, as, response } = exchange;
    const isTransfer = operation?.id === "createTransfer";
    if (!as || (!isTransfer && operation?.id !== "createCharge")) return;
    if (isTransfer && (!response || response.status >= 500))
      this.#add(as.apiKey, Number.NaN, Number.NaN);
    const record = getRecord(exchange);
    if (!record || this.#entries.has(String(record.id))) return;
    const amount = Number(record.amount);
    const fees = Number(record.fees);
    // The contract is silent about a fee above the amount, and about who bears the fee of a refund.
    const net = fees <= amount ? amount - fees : Number.NaN;
    const moves = isTransfer
      ? { refused: amount, canceled: amount }
      : { paid: net, refunded: Number.NaN };
    this.#entries.set(String(record.id), {
      apiKey: as.apiKey,
      moves,
      ...(isTransfer && { day: this.#today(0) }),
    });
    if (isTransfer) this.#add(as.apiKey, -amount, amount);
  }

  /** Notes that the control plane has moved an object to a status. */
  moved(id: string, status: string): void {
    const entry = this.#entries.get(id);
    const amount = entry?.moves[status];
    if (!entry || amount === undefined) return;
    // The contract leaves open to which day the amount of an earlier day is given back.
    const isOfToday = entry.day === this.#account(entry.apiKey)?.day;
    const given = isOfToday ? -amount : Number.NaN;
    this.#add(entry.apiKey, amount, entry.day === undefined ? 0 : given);
    delete entry.moves[status];
  }

  /** Holds the figures against the model. A difference is reported once: the model goes on from there. */
  async audit(run: Audited): Promise<void> {
    if (!run.isIdle) return;
    for (const apiKey of this.#accounts.keys()) {
      const shown = await this.control?.figures(apiKey);
      const account = this.#account(apiKey);
      if (!shown || !account) continue;
      const { balance, sentToday } = shown;
      const expect = (expected: number, given: number, what: string) => {
        const message = `A company has ${what} ${given} centavos, and ${expected} by its transfers and charges.`;
        if (!Number.isNaN(expected))
          run.expect(pixCheck("ledger"), "createTransfer", given === expected, message);
      };
      expect(account.balance, balance, "a balance of");
      // Around midnight the server may be on another day than the suite.
      const isSure = this.#today(-balanceTolerance) === this.#today(balanceTolerance);
      if (isSure) expect(account.sent, sentToday, "sent today");
      Object.assign(account, { balance, sent: isSure ? sentToday : Number.NaN });
    }
  }

  /**
   * The account of a company. The next audit reads the balance at the start of the new day: a transfer at midnight may be
   * of it.
   */
  #account(apiKey: string): LedgerAccount | undefined {
    const account = this.#accounts.get(apiKey);
    const today = this.#today(0);
    if (account && account.day !== today) Object.assign(account, { day: today, sent: Number.NaN });
    return account;
  }

  #add(apiKey: string, balance: number, sent: number): void {
    const account = this.#account(apiKey);
    if (account)
      Object.assign(account, { balance: account.balance + balance, sent: account.sent + sent });
  }

  #today(by: number): string {
    return dayFormat.format(Date.now() + this.ahead + by);
  }
}
