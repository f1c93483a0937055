// Edits of this project's spec as pull requests make them, and what the review says of each.

/** A text of a file and what stands there instead; a text that occurs several times is replaced everywhere. */
export type Edit = [file: string, from: string, to: string];

const transactions = "spec/models/transactions.tsp";
const transfers = "spec/models/transfers.tsp";
const notified = "spec/models/notifications.tsp";
const events = "spec/notifications.tsp";
const text = "spec/common/text.tsp";
const pix = "spec/common/pix.tsp";
const people = "spec/common/people.tsp";
const calls = "spec/transfers.tsp";
const charges = "spec/transactions.tsp";
const auth = "spec/auth.tsp";
const main = "spec/main.tsp";
const money = "spec/common/money.tsp";
const webhooks = "spec/webhooks.tsp";

/** Every mention of an event under another name. */
const respell = (from: string, to: string): Edit[] =>
  [events, transactions, "spec/examples/webhooks.tsp"].map((file) => [file, from, to]);

export interface SpecEdit {
  title: string;
  edits: Edit[];
  /** Severity, kind and line of each finding. */
  findings: string[];
}

const row = (title: string, edits: Edit[], ...findings: string[]): SpecEdit => ({
  title,
  edits,
  findings,
});

export const specEdits: SpecEdit[] = [
  row(
    "an optional field of a request",
    [
      [
        transactions,
        "  /** Customer of the charge: the expected payer. */",
        "  /** Note. */\n  note?: string;\n\n  /** Customer of the charge: the expected payer. */",
      ],
    ],
    "safe field-added: note?: string;",
  ),
  row(
    "an operation that no longer answers with the only error of a status",
    [[webhooks, "    | JsonResponse<422, WebhookLimitExceeded, RateLimitHeaders>\n", ""]],
    "safe error-no-longer-listed: createWebhook(",
  ),
  row(
    "a required field of a request",
    [
      [
        transactions,
        "  /** Customer of the charge: the expected payer. */",
        "  /** Note. */\n  note: string;\n\n  /** Customer of the charge: the expected payer. */",
      ],
    ],
    "breaking required-field-added: note: string;",
  ),
  row(
    "a field of a summary",
    [
      [
        transfers,
        "model TransferSummary {",
        "model TransferSummary {\n  /** Note. */\n  note: string;\n",
      ],
    ],
    "safe required-field-added: note: string;",
  ),
  row(
    "a field removed from a notification",
    [
      [
        notified,
        '  /** Amount after fees, in centavos. */\n  @basis("implied", Reasons.leftOutOfTable)\n  @example(149900)\n  netAmount?: Centavos;\n',
        "",
      ],
    ],
    "breaking field-removed: netAmount?: Centavos;",
  ),
  row(
    "a field that becomes required",
    [[transactions, "items?: Item[];", "items: Item[];"]],
    "breaking field-became-required: items: Item[];",
  ),
  row(
    "a field that becomes optional",
    [[transactions, "  qrCode: string;", "  qrCode?: string;"]],
    "breaking field-became-optional: qrCode: string;",
  ),
  row(
    "a lower body limit",
    [[main, "@bodyLimit(262144)", "@bodyLimit(131072)"]],
    "breaking body-limit-lowered: @bodyLimit(131072)",
  ),
  row(
    "an event spelled anew",
    respell("transaction_paid", "transaction_Paid"),
    "breaking value-respelled: transaction_Paid,",
  ),
  row(
    "an event under another name",
    respell("transaction_paid", "transaction_settled"),
    'breaking transition-notification-changed: #{ trigger: "the payer pays", notification: "transaction_settled" }',
  ),
  row(
    "a status spelled anew",
    [
      [transactions, '"refunded"', '"Refunded"'],
      [transactions, "  refunded,", "  Refunded,"],
      [
        "spec/examples/transactions.tsp",
        "TransactionStatus.refunded",
        "TransactionStatus.Refunded",
      ],
    ],
    "breaking value-respelled: Refunded,",
  ),
  row(
    "another status",
    [
      [
        transactions,
        "  /** Refunded to the payer. */\n",
        "  /** Blocked. */\n  blocked,\n\n  /** Refunded to the payer. */\n",
      ],
      [
        transactions,
        '@transition(\n  "pending",\n  "paid",',
        '@transition("pending", "blocked", #{ trigger: "the payer is blocked" })\n@transition(\n  "pending",\n  "paid",',
      ],
    ],
    'risky transition-added: @transition("pending", "blocked", #{ trigger: "the payer is blocked" })',
    "safe known-value-added: blocked,",
  ),
  row(
    "another token type",
    [[auth, 'tokenType: "Bearer";', 'tokenType: "DPoP";']],
    'breaking values-replaced: tokenType: "DPoP";',
  ),
  row(
    "a field renamed on the wire",
    [
      [
        transfers,
        "  pixKey: PixKey;\n}\n\n/** A transfer in the PIX scheme",
        '  @encodedName("application/json", "pix_key")\n  pixKey: PixKey;\n}\n\n/** A transfer in the PIX scheme',
      ],
    ],
    "breaking required-field-renamed: pixKey: PixKey;",
  ),
  row(
    "a field given another name on the wire",
    [
      [
        transfers,
        "  netAmount: Centavos;",
        '  @encodedName("application/json", "liquid")\n  netAmount: Centavos;',
      ],
    ],
    "breaking required-field-renamed: netAmount: Centavos;",
  ),
  row(
    "a field renamed in the spec",
    [[transfers, "  netAmount: Centavos;", "  liquidAmount: Centavos;"]],
    "breaking required-field-renamed: liquidAmount: Centavos;",
  ),
  row(
    "a shorter description",
    [[text, "@maxLength(140)", "@maxLength(100)"]],
    "breaking bound-tightened: @maxLength(100)",
  ),
  row(
    "a lower amount at most",
    [[money, "@minValue(1)\n@maxValue(1000000000)", "@minValue(1)\n@maxValue(500000000)"]],
    "breaking bound-tightened: @maxValue(500000000)",
  ),
  row("another way to write a pattern", [
    [pix, '@pattern("^[0-9]{11}$"', '@pattern("^\\\\d{11}$"'],
  ]),
  row(
    "a narrower pattern",
    [[pix, '@pattern(\n  "^[0-9A-Z]{12}[0-9]{2}$"', '@pattern(\n  "^[0-9]{14}$"']],
    'breaking pattern-narrowed: "^[0-9]{14}$",',
  ),
  row(
    "a lower rate limit",
    [[charges, "    limit: 100,\n", "    limit: 50,\n"]],
    "breaking rate-limit-lowered: limit: 50,",
  ),
  row(
    "a rate limit that is dropped",
    [
      [
        charges,
        '  @rateLimit(#{\n    limit: 100,\n    window: 60,\n    scope: #["apiKey"],\n    basis: Reasons.windowStart,\n  })\n',
        "",
      ],
    ],
    "safe rate-limit-removed: @rateLimit(#{",
  ),
  row(
    "a shorter retention of keys",
    [[calls, "retention: 86400", "retention: 3600"]],
    "breaking idempotency-retention-shortened: retention: 3600,",
  ),
  row(
    "a shorter life of tokens",
    [[auth, "const tokenLifetime = 1800000;", "const tokenLifetime = 900000;"]],
    "breaking token-lifetime-shortened: const tokenLifetime = 900000;",
  ),
  row(
    "an error that is no longer given",
    [
      [calls, "DailyLimitExceeded | RecipientUnavailable", "DailyLimitExceeded"],
      [calls, ',\n        "RECIPIENT_UNAVAILABLE"', ""],
    ],
    "safe error-no-longer-listed: createTransfer(",
  ),
  row(
    "a further error",
    [
      [
        charges,
        "JsonResponse<422, AmountTooLow | AmountTooHigh, ",
        "JsonResponse<422, AmountTooLow | AmountTooHigh | DailyLimitExceeded, ",
      ],
    ],
    "safe error-listed: createCharge(",
  ),
  row(
    "an operation that is deprecated with a date",
    [
      [
        calls,
        '  @summary("Look up a transfer")',
        '  #deprecated "Use another."\n  @sunset("2999-01-01")\n  @summary("Look up a transfer")',
      ],
    ],
    'safe deprecated: @sunset("2999-01-01")',
  ),
  row(
    "an operation that is deprecated too late",
    [
      [
        calls,
        '  @summary("Look up a transfer")',
        '  #deprecated "Use another."\n  @sunset("2026-12-31")\n  @summary("Look up a transfer")',
      ],
    ],
    'breaking notice-too-short: @sunset("2026-12-31")',
  ),
  row(
    "an operation under another id",
    [[calls, '@operationId("getTransfer")', '@operationId("findTransfer")']],
    'risky operation-id-changed: @operationId("findTransfer")',
  ),
  row(
    "a tag under another name",
    [
      [calls, '@tag("transfers")', '@tag("payouts")'],
      [main, 'name: "transfers"', 'name: "payouts"'],
    ],
    'risky group-changed: @tag("payouts")',
  ),
  row("a model under another name", [
    [transfers, "TransferSummary", "TransferView"],
    [calls, "Envelope<TransferSummary>", "Envelope<TransferView>"],
  ]),
  row("a security scheme under another name", [
    [auth, "model AccessToken", "model Token"],
    [calls, "useAuth(AccessToken)", "useAuth(Token)"],
    [charges, "useAuth(AccessToken)", "useAuth(Token)"],
    [webhooks, "useAuth(AccessToken)", "useAuth(Token)"],
  ]),
  row(
    "a parameter of the path under another name",
    [
      [calls, "{transferId}", "{id}"],
      [calls, " transferId: string", " id: string"],
    ],
    'risky path-parameter-renamed: @path @example("trf_8Hn3WsT6yJq1VdKe") id: string,',
  ),
  row(
    "another method",
    [[calls, "  @get\n  getTransfer(", "  @head\n  getTransfer("]],
    "breaking operation-moved: @head",
  ),
  row(
    "an operation that moves",
    [[calls, "/api/v1/transfers/{transferId}", "/api/v1/transfers/by-id/{transferId}"]],
    'breaking operation-moved: @route("/api/v1/transfers/by-id/{transferId}")',
  ),
  row(
    "another default",
    [[webhooks, 'name?: string = "Webhook";', 'name?: string = "Hook";']],
    'breaking default-changed: name?: string = "Hook";',
  ),
  row(
    "another delivery schedule",
    [
      [
        main,
        "schedule: #[0, 5, 300, 1800, 7200, 18000, 36000, 36000]",
        "schedule: #[0, 5, 300, 1800]",
      ],
    ],
    "breaking delivery-tries-reduced: schedule: #[0, 5, 300, 1800],",
  ),
  row(
    "a personal mark that is dropped",
    [[people, "  @personal\n  billingAddress", "  billingAddress"]],
    "risky personal-removed: @personal",
  ),
  row(
    "a kind of key that is dropped",
    [[pix, "  random: RandomKey,\n", ""]],
    "breaking alternative-removed: random: RandomKey,",
  ),
  row(
    "a currency",
    [[money, "  BRL,\n", "  BRL,\n\n  /** Dollar. */\n  USD,\n"]],
    "safe value-added: USD,",
  ),
  row(
    "a closed set that opens",
    [[money, "/** Currency of an amount. */", "/** Currency of an amount. */\n@openSet"]],
    "safe values-became-open: @openSet",
  ),
  row("another summary and description", [
    [calls, '@summary("Look up a transfer")', '@summary("Find a transfer")'],
  ]),
  row(
    "a basis that is confirmed",
    [
      [
        transactions,
        '  @basis(\n    "implied",\n    "The document lists the field with the transaction; its sample of this answer does not show it."\n  )\n',
        "",
      ],
    ],
    "safe basis-strengthened: @basis(",
  ),
  row(
    "a parameter renamed in the path",
    [
      [calls, "/api/v1/transfers/{transferId}", "/api/v1/transfers/{id}"],
      [
        calls,
        '@path @example("trf_8Hn3WsT6yJq1VdKe") transferId: string',
        '@path @example("trf_8Hn3WsT6yJq1VdKe") id: string',
      ],
    ],
    'risky path-parameter-renamed: @path @example("trf_8Hn3WsT6yJq1VdKe") id: string,',
  ),
  row(
    "a header that is renamed",
    [
      [calls, '@header("x-idempotency-key")', '@header("idempotency-key")'],
      [calls, '"x-idempotency-key",\n    #{', '"idempotency-key",\n    #{'],
    ],
    'breaking idempotency-header-changed: "idempotency-key",',
  ),
];
