import { charge, hostile, hostileReplies, leakyReplies } from "./hostile-results.ts";

type Reply = {
  reply: { ok(data: unknown, message?: unknown): never; fail(): never; send(): never };
};
const answers: ((reply: Reply["reply"]) => never)[] = [
  ...[charge({}), ...Object.values(hostile)].map(
    (result) => (reply: Reply["reply"]) => reply.ok(result),
  ),
  ...Object.values(hostileReplies),
  ...Object.values(leakyReplies),
];

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
    // The centavos above R$ 10 say which answer it is; the first one keeps the contract.
    createCharge: ({ reply, body }: Reply & { body: { amountInCents: number } }) =>
      answers[body.amountInCents - 1_000]?.(reply),
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
