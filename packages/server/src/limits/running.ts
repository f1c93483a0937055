import { clearTimeout, setTimeout } from "../timers.ts";

/** Counts the parts of requests that run, answered or not. */
export class Running {
  #count = 0;
  #waiting: (() => void)[] = [];

  start(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) for (const done of this.#waiting.splice(0)) done();
  }

  /** Waits until nothing runs. @param most milliseconds @returns whether nothing runs */
  async settled(most: number): Promise<boolean> {
    if (this.#count > 0 && most > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, most);
        this.#waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    return this.#count === 0;
  }
}
