import { charge, hostile } from "./hostile-results.ts";

type Reply = { reply: { ok(data: unknown): never } };
const results = [charge({}), ...Object.values(hostile)];

/** A small provider for hosts that run in processes of their own: without the compiler and what else tests load. */
export const token = "a.b.c";

const caller = { caller: {}, callerId: "cmp_1" };

export const hostOptions = {
  authenticators: {
    ApiCredentials: () => caller,
    AccessToken: (given: string) => (given === token ? caller : null),
  },
  handlers: {
    listWebhooks: ({ reply }: Reply) => reply.ok([]),
    // The centavos above R$ 10 say which result it is; the first one keeps the contract.
    createCharge: ({ reply, body }: Reply & { body: { amountInCents: number } }) =>
      reply.ok(results[body.amountInCents - 1_000]),
  },
  rateLimits: {
    hit: ({ now, window }: { now: number; window: number }) => ({
      count: 1,
      resetsAt: now + window,
    }),
  },
  partial: true as const,
  logger: false as const,
  health: "/health",
};
