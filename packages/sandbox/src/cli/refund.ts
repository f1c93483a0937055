import { defineCommand } from "./command.ts";
import { connect, connectionOptions } from "./connection.ts";
import { showFields, showMoney, showStatus } from "./output.ts";

export const refund = defineCommand({
  name: "refund",
  summary: "Give the amount of a paid charge back to its payer",
  words: ["<id>"],
  options: {
    reason: { type: "string", value: "TEXT", help: "why, for people (none)" },
    ...connectionOptions,
  },
  examples: ["refund txn_2pQ8Lk5vYx0RbZcN --reason 'Produto devolvido'"],
  run: async ({ values, words: [id = ""], output }) => {
    const { control, take } = connect(values);
    const body = values.reason === undefined ? {} : { reason: values.reason };
    const refunded = await take(control.POST("/charges/{id}/refund", { params: { path: { id } }, body }));
    output.result(refunded, () =>
      showFields(output, [
        ["charge", output.style("bold", refunded.id)],
        ["amount", showMoney(refunded.amount)],
        ["status", showStatus(output, refunded.status)],
      ]),
    );
    return 0;
  },
});
