type Reply = { reply: { ok(data: unknown): never } };

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
  },
  rateLimits: { hit: ({ now, window }: { now: number; window: number }) => ({ count: 1, resetsAt: now + window }) },
  ...{ partial: true as const, logger: false as const, health: "/health" },
};
