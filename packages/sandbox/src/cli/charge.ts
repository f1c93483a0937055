import encodeQR from "qr";
import type { ControlSchemas } from "../control-client.ts";
import { defineCommand, type Values } from "./command.ts";
import { connect, logIn, serviceOptions, wantsService } from "./connection.ts";
import { invocation } from "./invocation.ts";
import { type Output, showFields, showMoney, showStatus } from "./output.ts";
import { readNumber } from "./read-arguments.ts";

export const charge = defineCommand({
  name: "charge",
  summary: "Create a charge, and show its code",
  words: ["[centavos]"],
  options: {
    description: { type: "string", value: "TEXT", help: "what the payer reads" },
    name: { type: "string", value: "NAME", help: "name of the customer (Maria Silva)" },
    email: { type: "string", value: "EMAIL", help: "e-mail of the customer (maria@example.com)" },
    "postback-url": { type: "string", value: "URL", help: "URL that gets its notifications" },
    "no-qr": { type: "boolean", help: "leave out the QR code, with --json its image" },
    ...serviceOptions,
  },
  examples: [
    "charge",
    "charge 1500 --description 'Pedido 42' --postback-url http://127.0.0.1:3000/pix",
    "charge --json --no-qr",
  ],
  notes: `The amount is 4990 centavos (R$ 49,90) where none is given. It is created through the control plane, which has no
limits; with --service or credentials through the service, where some amounts and e-mails trigger something.`,
  run: async ({ values, words: [amount = "4990"], output }) => {
    const amountInCents = readNumber("The amount", amount, 0, Number.MAX_SAFE_INTEGER);
    const body = {
      amountInCents,
      customer: {
        name: values.name ?? "Maria Silva",
        email: values.email ?? "maria@example.com",
        documentType: "cpf" as const,
        document: "52998224725",
      },
      ...(values.description !== undefined && { description: values.description }),
      ...(values["postback-url"] !== undefined && { postbackUrl: values["postback-url"] }),
    };
    const created = await create(values, body);
    const withImage = !values["no-qr"];
    const { qrCode: _, ...pix } = created.pix;
    output.result(withImage ? created : { ...created, pix }, () =>
      showCharge(created, amountInCents, output, withImage, values.url),
    );
    return 0;
  },
});

async function create(values: Values<typeof serviceOptions>, body: NewCharge): Promise<CreatedCharge> {
  if (wantsService(values)) {
    const { pix, take } = await logIn(values);
    return take(() => pix.POST("/api/v1/pix/in/qrcode", { body }));
  }
  const { control, take } = connect(values);
  return take(control.POST("/charges", { body }));
}

/** What both the service and the control plane take of a new charge. */
interface NewCharge {
  amountInCents: number;
  customer: { name: string; email: string; documentType: "cpf"; document: string };
  description?: string;
  postbackUrl?: string;
}

/** What both the service and the control plane tell of a new charge. */
type CreatedCharge = Pick<ControlSchemas["Charge"], "id" | "status"> & { pix: { emv: string; qrCode: string } };

function showCharge(
  { id, status, pix }: CreatedCharge,
  amount: number,
  output: Output,
  withImage: boolean,
  url: string | undefined,
): string {
  const place = url === undefined ? "" : ` --url ${url}`;
  const parts = [
    showFields(output, [
      ["charge", output.style("bold", id)],
      ["amount", showMoney(amount)],
      ["status", showStatus(output, status)],
    ]),
    ...(withImage ? [draw(pix.emv, output)] : []),
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
