import { defineCommand } from "./command.ts";
import { type Control, connect, connectionOptions } from "./connection.ts";
import { showFields, showMoney, showStatus } from "./output.ts";

export const pay = defineCommand({
  name: "pay",
  summary: "Pay a charge, as its payer would",
  words: ["<id>"],
  options: {
    payer: { type: "string", value: "NAME", help: "who pays (the customer of the charge)" },
    ...connectionOptions,
  },
  run: async ({ values, words: [id = ""], output }) => {
    const paid = await connect(values).control<Control["Charge"]>(`/charges/${encodeURIComponent(id)}/pay`, {
      method: "POST",
      body: values.payer === undefined ? {} : { payer: { name: values.payer } },
    });
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
