/** Milliseconds that clocks may drift apart between two readings, at the most. */
const drift = 1;

/**
 * The time of another clock, such as a database's, as far as it is known here. Each reading tells between which bounds
 * the two clocks differ: the other clock was read after the question was sent and before the answer came.
 */
export class SharedTime {
  readonly #local: () => number;
  #least = Number.NEGATIVE_INFINITY;
  #most = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  /** @param local milliseconds of a monotonic clock, such as the time since the process began */
  constructor(local: () => number = () => performance.now()) {
    this.#local = local;
  }

  /**
   * Notes a reading.
   *
   * @param sent local time before the question
   * @param time what the other clock showed, in epoch milliseconds
   */
  note(sent: number, time: number): void {
    const least = time - this.#local();
    const most = time - sent;
    this.#least = Math.max(this.#least - drift, least);
    this.#most = Math.min(this.#most + drift, most);
    if (this.#least <= this.#most) return;
    // One of the clocks was set, or this process was suspended: what was known is not so any more.
    this.#least = least;
    this.#most = most;
  }

  /** Epoch milliseconds of the other clock. Between two readings that differ a little it stands still, not runs back. */
  now(): number {
    const time = Math.floor(this.#local() + (this.#least + this.#most) / 2);
    const isSetBack = this.#last - time > 1_000;
    this.#last = isSetBack ? time : Math.max(this.#last, time);
    return this.#last;
  }
}
