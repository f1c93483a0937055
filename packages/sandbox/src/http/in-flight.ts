import type { FastifyInstance, FastifyRequest } from "fastify";

/** Counts the requests under way by company, so that one company's load can be told from everybody's. */
export class InFlight {
  /** Requests that are not answered yet, and whose they are as far as that is known. */
  readonly #companies = new Map<FastifyRequest, string | undefined>();
  readonly #counts = new Map<string, number>();
  #known = 0;

  /** Counts the requests of an instance. */
  attach(app: FastifyInstance): void {
    app.addHook("onRequest", (request, reply, done) => {
      this.#companies.set(request, undefined);
      // However it ends, also where the caller hangs up.
      reply.raw.once("close", () => this.#end(request));
      done();
    });
  }

  /** Notes whose a request is. */
  note(request: FastifyRequest, companyId: string): void {
    if (!this.#companies.has(request) || this.#companies.get(request) !== undefined) return;
    this.#companies.set(request, companyId);
    this.#counts.set(companyId, this.#of(companyId) + 1);
    this.#known += 1;
  }

  /** Whether a company has more requests under way than all others together, and others have some. */
  isGreedy(companyId: string): boolean {
    const own = this.#of(companyId);
    const others = this.#known - own;
    return others > 0 && own > others;
  }

  #of(companyId: string): number {
    return this.#counts.get(companyId) ?? 0;
  }

  #end(request: FastifyRequest): void {
    const companyId = this.#companies.get(request);
    this.#companies.delete(request);
    if (companyId === undefined) return;
    this.#known -= 1;
    const left = this.#of(companyId) - 1;
    if (left > 0) this.#counts.set(companyId, left);
    else this.#counts.delete(companyId);
  }
}
