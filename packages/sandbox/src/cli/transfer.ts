import { randomUUID } from "node:crypto";
import type { ControlSchemas } from "../control-client.ts";
import { type CredentialOptions, forCompany, makeCommand, wholeNumber } from "./command.ts";
import { connect, logIn } from "./connection.ts";
import { makeOutput, showFields, showMoney, showStatus } from "./output.ts";

interface TransferOptions extends CredentialOptions {
  description?: string;
  postbackUrl?: string;
  idempotencyKey?: string;
  service?: true;
}

export const transfer = forCompany(
  makeCommand(
    "transfer",
    "Send money to a PIX key",
    [
      "transfer maria@example.com",
      "transfer 52998224725 1500 --idempotency-key order-42",
      "transfer insufficient-balance@sandbox.pix.example --service",
    ],
    `The transfer is sent through the control plane, which has no limits. With --service, --idempotency-key or
credentials it is sent through the service, where some PIX keys trigger something.`,
  ),
)
  .argument("<pixKey>", "CPF, CNPJ, e-mail, phone (+55…) or random key")
  .argument("[centavos]", "amount, 4990 is R$ 49,90", wholeNumber(0, Number.MAX_SAFE_INTEGER), 4990)
  .option("--description <TEXT>", "what the recipient reads")
  .option("--postback-url <URL>", "URL that receives its notifications")
  .option("--idempotency-key <KEY>", "through the service: the same key is the same transfer")
  .option("--service", "call the service as a program of the company would: with its limits and triggers")
  .action(async (pixKey: string, amount: number, options: TransferOptions) => {
    const { description, postbackUrl } = options;
    const output = makeOutput(options);
    const sent = await send(options, {
      pixKey,
      amount,
      ...(description !== undefined && { description }),
      ...(postbackUrl !== undefined && { postbackUrl }),
    });
    output.result(sent, () =>
      showFields(output, [
        ["transfer", output.style("bold", sent.id)],
        ["to", sent.pixKey],
        ["amount", `${showMoney(sent.amount)} (fee ${showMoney(sent.fees)}, arrives ${showMoney(sent.netAmount)})`],
        ["status", showStatus(output, sent.status)],
      ]),
    );
  });

async function send(options: TransferOptions, body: ControlSchemas["NewTransfer"]): Promise<SentTransfer> {
  const { service, apiKey, idempotencyKey } = options;
  if (service || apiKey !== undefined || idempotencyKey !== undefined) {
    const { pix, take } = await logIn(options);
    const header = { "x-idempotency-key": idempotencyKey ?? randomUUID() };
    return take(() => pix.POST("/api/v1/pix/out/pixkey", { params: { header }, body }));
  }
  const { control, take } = connect(options);
  return take(control.POST("/transfers", { body }));
}

/** What both the service and the control plane respond about a new transfer. */
type SentTransfer = Pick<ControlSchemas["Transfer"], "id" | "status" | "amount" | "netAmount" | "fees" | "pixKey">;
