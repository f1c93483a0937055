import { control, type NotificationEntry, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { Action } from "./action.tsx";

/** Sends a notification once more. */
export function ResendButton({
  entry,
  main = false,
}: {
  entry: Pick<NotificationEntry, "id" | "event">;
  main?: boolean;
}) {
  const { resend, resendNamed, resent } = words.value;
  return (
    <Action
      class={main ? "main" : "small"}
      label={resendNamed(`${entry.event} ${entry.id}`)}
      done={resent}
      run={() => take(control.POST("/notifications/{id}/resend", { params: { path: { id: entry.id } } }))}
    >
      {resend}
    </Action>
  );
}
