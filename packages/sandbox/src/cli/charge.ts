import encodeQR from "qr";
import type { ControlSchemas } from "../control-client.ts";
import { type CredentialOptions, defaultUrl, forCompany, makeCommand, wholeNumber } from "./command.ts";
import { connect, logIn } from "./connection.ts";
import { invocation } from "./invocation.ts";
import { makeOutput, type Output, showFields, showMoney, showStatus } from "./output.ts";

interface ChargeOptions extends CredentialOptions {
  description?: string;
  name: string;
  email: string;
  postbackUrl?: string;
  qr: boolean;
  service?: true;
}

export const charge = forCompany(
  makeCommand(
    "charge",
    "Create a charge, and show its code",
    [
      "charge",
      "charge 1500 --description 'Pedido 42' --postback-url http://127.0.0.1:3000/pix",
      "charge --json --no-qr",
    ],
    `The charge is created through the control plane, which has no limits. With --service or credentials it is created
through the service, where some e-mail addresses trigger something.`,
  ),
)
  .argument("[centavos]", "amount, 4990 is R$ 49,90", wholeNumber(0, Number.MAX_SAFE_INTEGER), 4990)
  .option("--description <TEXT>", "what the payer reads")
  .option("--name <NAME>", "name of the customer", "Maria Silva")
  .option("--email <EMAIL>", "e-mail of the customer", "maria@example.com")
  .option("--postback-url <URL>", "URL that receives its notifications")
  .option("--no-qr", "leave out the QR code, with --json its image")
  .option("--service", "call the service as a program of the company would: with its limits and triggers")
  .action(async (amountInCents: number, options: ChargeOptions) => {
    const { name, email, description, postbackUrl, qr } = options;
    const output = makeOutput(options);
    const created = await create(options, {
      amountInCents,
      customer: { name, email, documentType: "cpf", document: "52998224725" },
      ...(description !== undefined && { description }),
      ...(postbackUrl !== undefined && { postbackUrl }),
    });
    const { qrCode: _, ...pix } = created.pix;
    output.result(qr ? created : { ...created, pix }, () => showCharge(created, amountInCents, output, options));
  });

async function create(options: ChargeOptions, body: NewCharge): Promise<CreatedCharge> {
  if (options.service || options.apiKey !== undefined) {
    const { pix, take } = await logIn(options);
    return take(() => pix.POST("/api/v1/pix/in/qrcode", { body }));
  }
  const { control, take } = connect(options);
  return take(control.POST("/charges", { body }));
}

/** What both the service and the control plane take of a new charge. */
type NewCharge = Pick<ControlSchemas["NewCharge"], "amountInCents" | "description" | "postbackUrl"> & {
  customer: ControlSchemas["Customer"];
};

/** What both the service and the control plane respond about a new charge. */
type CreatedCharge = Pick<ControlSchemas["Charge"], "id" | "status"> & { pix: { emv: string; qrCode: string } };

function showCharge({ id, status, pix }: CreatedCharge, amount: number, output: Output, options: ChargeOptions) {
  const isDefault = [defaultUrl, process.env.PIX_SANDBOX_URL].includes(options.url);
  const place = isDefault ? "" : ` --url ${options.url}`;
  const parts = [
    showFields(output, [
      ["charge", output.style("bold", id)],
      ["amount", showMoney(amount)],
      ["status", showStatus(output, status)],
    ]),
    ...(options.qr ? [draw(pix.emv, output)] : []),
    pix.emv,
    `Pay it: ${invocation()} pay ${id}${place}`,
  ];
  return parts.join("\n\n");
}

/** A QR code of half blocks, white on black whatever the colours of the terminal are. */
function draw(text: string, { style }: Output): string {
  const lines = encodeQR(text, "ascii", { ecc: "low", border: 2 }).trimEnd().split("\n");
  return lines.map((line) => style(["whiteBright", "bgBlack"], line)).join("\n");
}
