import { Argument } from "commander";
import type { ControlSchemas } from "../control-client.ts";
import { CommandError, forSandbox, makeCommand, type SandboxOptions, wholeNumber } from "./command.ts";
import { type Connection, connect } from "./connection.ts";
import { invocation } from "./invocation.ts";
import { makeOutput, type Output, showFields, showMoney, showStatus } from "./output.ts";

export const list = forSandbox(
  makeCommand("list", "List the newest charges or transfers", [
    "list",
    "list transfers --limit 50",
    "list charges --search maria --json",
  ]),
)
  .addArgument(new Argument("[kind]", "what is listed").choices(["charges", "transfers"]).default("charges"))
  .option("--search <TEXT>", "those with this text (default: all)")
  .option("--limit <N>", "how many, 1 to 200", wholeNumber(1, 200), 20)
  .action(async (kind: "charges" | "transfers", options: SandboxOptions & { search?: string; limit: number }) => {
    const output = makeOutput(options);
    const { search, limit } = options;
    const { control, take } = connect(options);
    const query = { limit, ...(search !== undefined && { search }) };
    const { items } = await take(control.GET(`/${kind}`, { params: { query } }));
    if (items.length === 0) output.remark(`There are no ${kind}.`);
    for (const item of items) output.result(item, () => showLine(item, output));
  });

function showLine(item: ControlSchemas["ChargeEntry"] | ControlSchemas["Transfer"], output: Output): string {
  return [
    item.createdAt,
    output.style("bold", item.id),
    showStatus(output, item.status.padEnd(10)),
    showMoney(item.amount).padStart(14),
    "pixKey" in item ? item.pixKey : item.customer.name,
  ].join("  ");
}

export const show = forSandbox(
  makeCommand("show", "Show a charge or a transfer", ["show txn_2pQ8Lk5vYx0RbZcN", "show trf_7bN2vQ9mXk4LpR6s --json"]),
)
  .argument("<id>", "identifier of the charge or transfer")
  .action(async (id: string, options: SandboxOptions) => {
    const { control, take } = connect(options);
    const path = id.startsWith("trf_") ? "/transfers/{id}" : "/charges/{id}";
    const found = await take(control.GET(path, { params: { path: { id } } }));
    printObject(found, makeOutput(options));
  });

export const pay = forSandbox(
  makeCommand("pay", "Pay a charge, as its payer would", [
    "pay",
    "pay txn_2pQ8Lk5vYx0RbZcN",
    "pay txn_2pQ8Lk5vYx0RbZcN --payer 'João Lima'",
  ]),
)
  .argument("[id]", "identifier of the charge (default: the newest that waits for payment)")
  .option("--payer <NAME>", "who pays (default: the customer of the charge)")
  .action(async (given: string | undefined, options: SandboxOptions & { payer?: string }) => {
    const connection = connect(options);
    const { control, take } = connection;
    const id = given ?? (await findNewest(connection));
    const body = options.payer === undefined ? {} : { payer: { name: options.payer } };
    printObject(await take(control.POST("/charges/{id}/pay", { params: { path: { id } }, body })), makeOutput(options));
  });

/** The newest charge that waits for payment. @throws {CommandError} if there is none */
async function findNewest({ control, take }: Connection): Promise<string> {
  const { items } = await take(control.GET("/charges", { params: { query: { status: "pending", limit: 1 } } }));
  const [newest] = items;
  if (newest) return newest.id;
  throw new CommandError(`No charge waits for payment: create one with '${invocation()} charge'.`, "NOT_FOUND");
}

export const refund = forSandbox(
  makeCommand("refund", "Give the amount of a paid charge back to its payer", [
    "refund txn_2pQ8Lk5vYx0RbZcN --reason 'Produto devolvido'",
  ]),
)
  .argument("<id>", "identifier of the charge")
  .option("--reason <TEXT>", "why, for people")
  .action(async (id: string, options: SandboxOptions & { reason?: string }) => {
    const { control, take } = connect(options);
    const body = options.reason === undefined ? {} : { reason: options.reason };
    printObject(
      await take(control.POST("/charges/{id}/refund", { params: { path: { id } }, body })),
      makeOutput(options),
    );
  });

function printObject(object: ControlSchemas["Charge"] | ControlSchemas["Transfer"], output: Output): void {
  const [kind, other] =
    "pixKey" in object
      ? [["transfer", object.id] as const, ["to", object.pixKey] as const]
      : [["charge", object.id] as const, ["customer", object.customer.name] as const];
  const payer = "customer" in object ? object.pix.payerInfo?.name : undefined;
  output.result(object, () =>
    showFields(output, [
      [kind[0], output.style("bold", kind[1])],
      other,
      ["amount", `${showMoney(object.amount)} (fee ${showMoney(object.fees)})`],
      ["status", showStatus(output, object.status)],
      ["payer", payer],
      ["endToEndId", object.pix?.endToEndId],
      ["created", object.createdAt],
      ["updated", object.updatedAt],
    ]),
  );
}
