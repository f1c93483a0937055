// The commands that call one operation each.
import encodeQR from "qr";
import type { ControlSchemas } from "../control-client.ts";
import { operations } from "../describe-contract.ts";
import { makeCall, type OperationCommand } from "./call.ts";
import {
  CommandError,
  confirmReplacement,
  forSandbox,
  invocation,
  makeCommand,
  type TargetOptions,
  UsageError,
  withYes,
} from "./command.ts";
import { connect } from "./connection.ts";
import { say } from "./language.ts";
import { type CommandOutput, makeOutput, showObject } from "./output.ts";

const callDefinitions: readonly OperationCommand[] = [
  {
    name: "charge",
    summary: "Create a charge, and show its code",
    examples: [
      "charge",
      "charge 1500 --description 'Pedido 42' --postback-url http://127.0.0.1:3000/pix",
    ],
    operation: "createCharge",
    takes: ["amountInCents"],
    usual: {
      amountInCents: 4990,
      "customer.name": "Maria Silva",
      "customer.email": "maria@example.com",
      "customer.documentType": "cpf",
      "customer.document": "52998224725",
    },
    extend: (command) => command.option("--no-qr", "leave out the QR code"),
    show: showCharge,
  },
  {
    name: "pay",
    summary: "Pay a charge. Without an id, the newest pending one",
    examples: [
      "pay",
      "pay txn_2pQ8Lk5vYx0RbZcN",
      "pay txn_2pQ8Lk5vYx0RbZcN --payer-name 'João Lima'",
    ],
    operation: "payCharge",
    takes: ["id?"],
    prepare: async (input, { call }) => {
      checkChargeId("pay", input.id);
      const newest = async () =>
        (await call("listCharges", { status: "pending", limit: 1 })).items[0]?.id;
      input.id ??= await newest();
      if (input.id !== undefined) return;
      throw new CommandError(
        `No charge waits for payment: create one with '${invocation()} charge'.`,
        "NOT_FOUND",
      );
    },
  },
  {
    name: "refund",
    summary: "Refund a paid charge",
    examples: ["refund txn_2pQ8Lk5vYx0RbZcN --reason 'Produto devolvido'"],
    operation: "refundCharge",
    takes: ["id"],
    prepare: ({ id }) => checkChargeId("refund", id),
  },
  {
    name: "transfer",
    summary: "Send money to a PIX key: CPF, CNPJ, e-mail, phone (+55…) or random key",
    examples: ["transfer maria@example.com", "transfer 52998224725 1500"],
    operation: "createTransfer",
    takes: ["pixKey", "amount"],
    usual: { amount: 4990 },
  },
  {
    name: "list",
    summary: "List the newest objects of a kind",
    examples: ["list", "list transfers --limit 20", "list charges --search maria --json"],
    chooses: ["kind", "kind of the objects"],
    operation: {
      charges: "listCharges",
      transfers: "listTransfers",
      notifications: "listNotifications",
      webhooks: "listWebhooks",
      requests: "listRequests",
      companies: "listCompanies",
      faults: "listFaults",
    },
  },
  {
    name: "trigger",
    summary: "Cause an event on a new charge or transfer",
    examples: [
      "trigger transaction_paid --to http://127.0.0.1:3000/pix",
      "trigger transaction_paid --override amountInCents=1500 --override customer.name='João Lima'",
      "trigger transfer_completed --override pixKey=maria@example.com",
    ],
    operation: "triggerEvent",
    takes: ["event"],
    flags: { url: "to", overrides: "override" },
  },
  {
    name: "clock",
    summary:
      "Show the sandbox's clock, or move it forward. Everything scheduled in between happens, in order",
    examples: ["clock", "clock advance 12h", "clock set 2030-01-31T12:00:00Z", "clock freeze"],
    chooses: ["action", "what to do"],
    operation: {
      show: "readClock",
      advance: "advanceClock",
      set: "setClock",
      freeze: "freezeClock",
      resume: "resumeClock",
    },
  },
  {
    name: "ledger",
    summary: "Show the balance of every account, or compare it with the entries and correct it",
    examples: ["ledger", "ledger check"],
    chooses: ["action", "what to do"],
    operation: { show: "readLedger", check: "checkLedger" },
  },
  {
    name: "reset",
    summary: "Remove everything and start again",
    examples: ["reset", "reset --yes"],
    operation: "resetState",
    extend: withYes,
    prepare: (_, { address }, { yes }) => confirmReplacement(address.url, yes),
    show: () => say("The sandbox was reset."),
  },
];

/** The kind of object that an identifier's prefix names. */
const readers = {
  txn: ["readCharge"],
  trf: ["readTransfer"],
  // As in the service, a webhook's identifier is like that of a notification.
  wh: ["readNotification", "readWebhook"],
  req: ["readRequest"],
  cmp: ["readCompany"],
} as const;

const show = forSandbox(
  makeCommand(
    "show",
    "Show a charge, a transfer, a notification, a webhook, a request or a company",
    ["show txn_2pQ8Lk5vYx0RbZcN", "show trf_7bN2vQ9mXk4LpR6s --json"],
  ),
)
  .argument("<id>", "its identifier")
  .action(async (id: string, options: TargetOptions) => {
    const possible = Object.entries(readers).find(([prefix]) => id.startsWith(`${prefix}_`))?.[1];
    if (!possible)
      throw new UsageError(`show takes an identifier, like txn_2pQ8Lk5vYx0RbZcN, not '${id}'.`);
    const output = makeOutput(options);
    const read = async (operation: (typeof possible)[number]): Promise<void> => {
      const found = await connect(options, output).callWith(operation, { id });
      output.result(found, () => showObject(found, operations[operation].units, output));
    };
    const [first, second] = possible;
    await read(first).catch((error: unknown) => {
      if (!second || !(error instanceof CommandError && error.code === "NOT_FOUND")) throw error;
      return read(second);
    });
  });

/** The commands, in the order of the help. */
export const operationCommands = [...callDefinitions.map(makeCall), show];

/** @throws {UsageError} if an identifier is not that of a charge */
function checkChargeId(command: string, id: unknown): void {
  if (id !== undefined && !String(id).startsWith("txn_"))
    throw new UsageError(
      `${command} takes the id of a charge, like txn_2pQ8Lk5vYx0RbZcN, not '${id}'.`,
    );
}

function showCharge(
  charge: ControlSchemas["Charge"],
  output: CommandOutput,
  { url, qr }: TargetOptions & { qr?: boolean },
) {
  const place = url === undefined ? "" : `PIX_BASE_URL=${url} `;
  return [
    // First and alone on its line, for those who copy it.
    charge.pix.emv,
    showObject(
      { ...charge, pix: { ...charge.pix, emv: null } },
      operations.createCharge.units,
      output,
    ),
    ...(qr ? [draw(charge.pix.emv, output)] : []),
    say(`Pay it: ${place}${invocation()} pay ${charge.id}`),
  ].join("\n\n");
}

/** A QR code of half blocks, white on black whatever the colours of the terminal are. */
function draw(brCode: string, { style }: CommandOutput): string {
  const lines = encodeQR(brCode, "ascii", { ecc: "low", border: 2 }).trimEnd().split("\n");
  return lines.map((line) => style(["whiteBright", "bgBlack"], line)).join("\n");
}
