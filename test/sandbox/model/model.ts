// The service as simple as it can be said: what a charge, a transfer and a balance have to be after each call.

const hour = 3_600_000;

/** When a run begins, later than the real time: the clock is set to it, and does not go back. */
export const start = Date.parse("2096-03-10T12:00:00.000Z");

/** Small figures, so that every limit is met soon. */
export const settings = {
  rateLimitMultiplier: 0,
  openingBalance: 60_000,
  dailyLimit: 50_000,
  chargeFee: { fixed: 0, basisPoints: 100 },
  transferFee: { fixed: 100, basisPoints: 0 },
  transferSteps: { queued: 500, processing: 1_000 },
  chargeLifetime: 12 * hour,
};

export type Outcome = "completed" | "refused" | "canceled" | "held";

export type Edge = "midnight" | "key" | "charge";

export interface ModelCharge {
  id: string;
  status: "pending" | "paid" | "canceled" | "refunded";
  amount: number;
  expiresAt: number;
}

export interface ModelTransfer {
  id: string;
  status: "queued" | "processing" | "completed" | "refused" | "canceled";
  amount: number;
  outcome: Outcome;
  nextAt: number | null;
  day: string;
}

/** What is remembered under an idempotency key. */
interface Kept {
  request: string;
  expiresAt: number;
  /** The transfer, or why there is none. */
  result: ModelTransfer | "INSUFFICIENT_BALANCE" | "DAILY_LIMIT_EXCEEDED";
}

export class Model {
  now = start;
  balance = settings.openingBalance;
  readonly charges: ModelCharge[] = [];
  readonly transfers: ModelTransfer[] = [];
  readonly sent = new Map<string, number>();
  readonly kept = new Map<string, Kept>();
  /** Ids of the registrations. */
  readonly webhooks: string[] = [];
  /** Notifications by event. */
  readonly notified: Record<string, number> = {};

  emit(event: string): void {
    if (this.webhooks.length > 0)
      this.notified[event] = (this.notified[event] ?? 0) + this.webhooks.length;
  }

  /** @returns the charge, whose identifier is still to be filled in */
  createCharge(amount: number): ModelCharge {
    const charge: ModelCharge = {
      id: "",
      status: "pending",
      amount,
      expiresAt: this.now + settings.chargeLifetime,
    };
    this.charges.push(charge);
    this.emit("transaction_created");
    return charge;
  }

  /** @returns whether the move is allowed */
  moveCharge(charge: ModelCharge, to: "paid" | "canceled" | "refunded"): boolean {
    if (charge.status !== (to === "refunded" ? "paid" : "pending")) return false;
    if (to === "refunded" && this.balance < charge.amount) return false;
    if (to === "paid") this.balance += charge.amount - Math.round(charge.amount / 100);
    if (to === "refunded") this.balance -= charge.amount;
    charge.status = to;
    this.emit(`transaction_${to}`);
    return true;
  }

  createTransfer(
    key: string,
    amount: number,
    outcome: Outcome,
  ): Kept["result"] | "DUPLICATE_IDEMPOTENCY_KEY" {
    const request = `${amount} ${outcome}`;
    const earlier = this.kept.get(key);
    if (earlier && this.now < earlier.expiresAt) {
      return earlier.request === request ? earlier.result : "DUPLICATE_IDEMPOTENCY_KEY";
    }
    const result = this.#send(amount, outcome);
    this.kept.set(key, { request, expiresAt: this.now + 24 * hour, result });
    return result;
  }

  #send(amount: number, outcome: Outcome): Kept["result"] {
    const day = dayOf(this.now);
    const sent = this.sent.get(day) ?? 0;
    if (this.balance < amount) return "INSUFFICIENT_BALANCE";
    if (sent + amount > settings.dailyLimit) return "DAILY_LIMIT_EXCEEDED";
    this.balance -= amount;
    this.sent.set(day, sent + amount);
    const nextAt = outcome === "held" ? null : this.now + settings.transferSteps.queued;
    const transfer: ModelTransfer = { id: "", status: "queued", amount, outcome, nextAt, day };
    this.transfers.push(transfer);
    this.emit("transfer_created");
    return transfer;
  }

  /** @returns whether the move is allowed */
  moveTransfer(transfer: ModelTransfer, to: Exclude<ModelTransfer["status"], "queued">): boolean {
    const { status } = transfer;
    if (status !== "queued" && status !== "processing") return false;
    if (to === "processing") {
      if (status !== "queued") return false;
      transfer.status = to;
      transfer.nextAt = this.now + settings.transferSteps.processing;
      this.emit("transfer_updated");
      return true;
    }
    if (status === "queued" && to !== "canceled") this.emit("transfer_updated");
    transfer.status = to;
    transfer.nextAt = null;
    this.emit(to === "refused" ? "transfer_updated" : `transfer_${to}`);
    if (to !== "completed") {
      this.balance += transfer.amount;
      this.sent.set(transfer.day, (this.sent.get(transfer.day) ?? 0) - transfer.amount);
    }
    return true;
  }

  /** Advances the clock; what falls due on the way happens at its moment. */
  advance(by: number): void {
    const target = this.now + by;
    for (;;) {
      const due = [
        ...this.charges
          .filter(({ status }) => status === "pending")
          .map((charge) => ({
            at: charge.expiresAt,
            move: () => this.moveCharge(charge, "canceled"),
          })),
        ...this.transfers.flatMap((transfer) =>
          transfer.nextAt === null
            ? []
            : [{ at: transfer.nextAt, move: () => this.#step(transfer) }],
        ),
      ].sort((a, b) => a.at - b.at)[0];
      if (!due || due.at > target) break;
      this.now = due.at;
      due.move();
    }
    this.now = target;
  }

  /** The next moment at which something changes: a day ends, a key is forgotten, a charge expires. */
  nextEdge(edge: Edge): number | undefined {
    const edges = {
      midnight: [Date.parse(`${dayOf(this.now + 24 * hour)}T03:00:00.000Z`)],
      key: [...this.kept.values()].map(({ expiresAt }) => expiresAt),
      charge: this.charges
        .filter(({ status }) => status === "pending")
        .map(({ expiresAt }) => expiresAt),
    };
    const coming = edges[edge].filter((time) => time > this.now);
    return coming.length > 0 ? Math.min(...coming) : undefined;
  }

  #step(transfer: ModelTransfer): void {
    const { status, outcome } = transfer;
    if (status === "queued" && outcome !== "canceled") this.moveTransfer(transfer, "processing");
    else this.moveTransfer(transfer, outcome === "held" ? "completed" : outcome);
  }
}

/** The day in São Paulo, three hours behind UTC since 2019. */
function dayOf(time: number): string {
  return new Date(time - 3 * hour).toISOString().slice(0, 10);
}
