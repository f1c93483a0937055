import { defineCommand } from "./command.ts";
import { connect, connectionOptions } from "./connection.ts";
import { showFields, showMoney, showStatus } from "./output.ts";

export const pay = defineCommand({
  name: "pay",
  summary: "Pay a charge, as its payer would",
  words: ["<id>"],
  options: {
    payer: { type: "string", value: "NAME", help: "who pays (the customer of the charge)" },
    ...connectionOptions,
  },
  examples: ["pay txn_2pQ8Lk5vYx0RbZcN", "pay txn_2pQ8Lk5vYx0RbZcN --payer 'João Lima'"],
  run: async ({ values, words: [id = ""], output }) => {
    const { control, take } = connect(values);
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
