// Ten changes of this contract that somebody might propose, as edits of its spec.
import type { Verdict } from "../../packages/review/src/change.ts";

export interface ProposedChange {
  /** Name of its report. */
  name: string;
  edits: [file: string, from: string | RegExp, to: string][];
  verdict: Verdict;
  /** Kinds that have to be told, each with the file that it is told of. */
  kinds: [kind: string, file: string][];
}

export const tenChanges: ProposedChange[] = [
  {
    name: "01-lower-rate-limit",
    edits: [["transactions.tsp", "limit: 100, window: 60", "limit: 60, window: 60"]],
    verdict: "breaking",
    kinds: [["rate-limit-lowered", "spec/transactions.tsp"]],
  },
  {
    name: "02-field-always-there",
    edits: [["transactions.tsp", "  amount?: Centavos;", "  amount: Centavos;"]],
    verdict: "safe",
    kinds: [["field-became-required", "spec/transactions.tsp"]],
  },
  {
    name: "03-higher-maximum",
    edits: [["common/money.tsp", "@maxValue(1000000000)", "@maxValue(5000000000)"]],
    verdict: "risky",
    kinds: [["bound-loosened", "spec/common/money.tsp"]],
  },
  {
    name: "04-shorter-description",
    edits: [["common/text.tsp", "@maxLength(140)", "@maxLength(70)"]],
    verdict: "breaking",
    kinds: [["bound-tightened", "spec/common/text.tsp"]],
  },
  {
    name: "05-new-optional-field",
    edits: [
      [
        "transactions.tsp",
        "  /** URL that receives the notifications of this charge. */",
        "  /** Seconds until the charge expires. */\n  @minValue(60)\n  @example(3600)\n  expiresIn?: int32 = 43200;\n\n  /** URL that receives the notifications of this charge. */",
      ],
    ],
    verdict: "safe",
    kinds: [["field-added", "spec/transactions.tsp"]],
  },
  {
    name: "06-error-with-another-status",
    edits: [
      ["common/errors.tsp", '422, #{ message: "The recipient', '400, #{ message: "The recipient'],
      ["transfers.tsp", "        | InvalidAmount\n", "        | InvalidAmount\n        | RecipientUnavailable\n"],
      ["transfers.tsp", "DailyLimitExceeded | RecipientUnavailable", "DailyLimitExceeded"],
    ],
    verdict: "breaking",
    kinds: [["error-status-changed", "spec/common/errors.tsp"]],
  },
  {
    name: "07-shorter-tokens",
    edits: [["auth.tsp", "lifetime: 1800000", "lifetime: 900000"]],
    verdict: "breaking",
    kinds: [["token-lifetime-shortened", "spec/auth.tsp"]],
  },
  {
    name: "08-fewer-deliveries",
    edits: [["main.tsp", "schedule: #[0, 5, 300, 1800, 7200, 18000, 36000, 36000]", "schedule: #[0, 5, 300, 1800]"]],
    verdict: "breaking",
    kinds: [["delivery-tries-reduced", "spec/main.tsp"]],
  },
  {
    name: "09-shorter-idempotency",
    edits: [["transfers.tsp", "retention: 86400", "retention: 3600"]],
    verdict: "breaking",
    kinds: [["idempotency-retention-shortened", "spec/transfers.tsp"]],
  },
  {
    name: "10-renamed-example",
    edits: [["transactions.tsp", 'title: "created"', 'title: "waiting"']],
    verdict: "risky",
    kinds: [
      ["example-removed", "spec/transactions.tsp"],
      ["example-added", "spec/transactions.tsp"],
    ],
  },
];
