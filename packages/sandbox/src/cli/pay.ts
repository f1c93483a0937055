import { CommandError, defineCommand } from "./command.ts";
import { type Connection, connect, connectionOptions } from "./connection.ts";
import { invocation } from "./invocation.ts";
import { showFields, showMoney, showStatus } from "./output.ts";

export const pay = defineCommand({
  name: "pay",
  summary: "Pay a charge, as its payer would",
  words: ["[id]"],
  options: {
    payer: { type: "string", value: "NAME", help: "who pays (the customer of the charge)" },
    ...connectionOptions,
  },
  notes: "Without an id it is the newest charge that waits for payment.",
  examples: ["pay", "pay txn_2pQ8Lk5vYx0RbZcN", "pay txn_2pQ8Lk5vYx0RbZcN --payer 'João Lima'"],
  run: async ({ values, words: [given], output }) => {
    const connection = connect(values);
    const { control, take } = connection;
    const id = given ?? (await findNewest(connection));
    const body = values.payer === undefined ? {} : { payer: { name: values.payer } };
    const paid = await take(control.POST("/charges/{id}/pay", { params: { path: { id } }, body }));
    output.result(paid, () =>
      showFields(output, [
        ["charge", output.style("bold", paid.id)],
        ["amount", showMoney(paid.amount)],
        ["status", showStatus(output, paid.status)],
        ["payer", paid.pix.payerInfo?.name ?? ""],
        ["endToEndId", paid.pix.endToEndId ?? ""],
      ]),
    );
    return 0;
  },
});

/** The newest charge that waits for payment. @throws {CommandError} where none does */
async function findNewest({ control, take }: Connection): Promise<string> {
  const { items } = await take(control.GET("/charges", { params: { query: { status: "pending", limit: 1 } } }));
  const [newest] = items;
  if (!newest)
    throw new CommandError(`No charge waits for payment: create one with '${invocation()} charge'.`, "NOT_FOUND");
  return newest.id;
}
