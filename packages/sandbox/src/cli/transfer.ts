import { randomUUID } from "node:crypto";
import type { ControlSchemas } from "../control-client.ts";
import { defineCommand, type Values } from "./command.ts";
import { connect, logIn, serviceOptions, wantsService } from "./connection.ts";
import { showFields, showMoney, showStatus } from "./output.ts";
import { readNumber } from "./read-arguments.ts";

export const transfer = defineCommand({
  name: "transfer",
  summary: "Send money to a PIX key",
  words: ["<pixKey>", "[centavos]"],
  options: {
    description: { type: "string", value: "TEXT", help: "what the recipient reads" },
    "postback-url": { type: "string", value: "URL", help: "URL that gets its notifications" },
    "idempotency-key": {
      type: "string",
      value: "KEY",
      help: "through the service: the same key is the same transfer",
    },
    ...serviceOptions,
  },
  examples: [
    "transfer maria@example.com",
    "transfer 52998224725 1500 --idempotency-key order-42",
    "transfer insufficient-balance@sandbox.pix.example --service",
  ],
  notes: `The amount is 4990 centavos (R$ 49,90) where none is given. It is sent through the control plane, which has no
limits; with --service, --idempotency-key or credentials through the service, where some amounts and keys trigger
something.`,
  run: async ({ values, words: [pixKey = "", amount = "4990"], output }) => {
    const body = {
      pixKey,
      amount: readNumber("The amount", amount, 0, Number.MAX_SAFE_INTEGER),
      ...(values.description !== undefined && { description: values.description }),
      ...(values["postback-url"] !== undefined && { postbackUrl: values["postback-url"] }),
    };
    const key = values["idempotency-key"];
    const sent = await send(values, key, body);
    output.result(sent, () =>
      showFields(output, [
        ["transfer", output.style("bold", sent.id)],
        ["to", sent.pixKey],
        ["amount", `${showMoney(sent.amount)} (fee ${showMoney(sent.fees)}, arrives ${showMoney(sent.netAmount)})`],
        ["status", showStatus(output, sent.status)],
      ]),
    );
    return 0;
  },
});

async function send(
  values: Values<typeof serviceOptions>,
  key: string | undefined,
  body: ControlSchemas["NewTransfer"],
): Promise<SentTransfer> {
  if (wantsService(values) || key !== undefined) {
    const { pix, take } = await logIn(values);
    const header = { "x-idempotency-key": key ?? randomUUID() };
    return take(() => pix.POST("/api/v1/pix/out/pixkey", { params: { header }, body }));
  }
  const { control, take } = connect(values);
  return take(control.POST("/transfers", { body }));
}

/** What both the service and the control plane tell of a new transfer. */
type SentTransfer = Pick<ControlSchemas["Transfer"], "id" | "status" | "amount" | "netAmount" | "fees" | "pixKey">;
