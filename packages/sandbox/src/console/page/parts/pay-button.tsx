import { type ChargeEntry, control, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { Action } from "./action.tsx";
import { formatMoney } from "./money.ts";

/** Plays the payer. Nothing where the charge does not wait for payment. */
export function PayButton({
  charge,
  main = false,
}: {
  charge: Pick<ChargeEntry, "id" | "amount" | "status">;
  main?: boolean;
}) {
  if (charge.status !== "pending") return null;
  const { pay, payNamed, paid } = words.value;
  const amount = formatMoney(charge.amount);
  return (
    <Action
      class={main ? "main" : "small"}
      label={payNamed(amount)}
      done={paid(amount)}
      run={() => take(control.POST("/charges/{id}/pay", { params: { path: { id: charge.id } } }))}
    >
      {pay}
    </Action>
  );
}
