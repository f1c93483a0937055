import { Action } from "../parts/action.tsx";
import { Listing } from "../parts/listing.tsx";
import { notificationColumns } from "../parts/notification-rows.tsx";
import { Operation } from "../parts/operation.tsx";
import { Rows } from "../parts/rows.tsx";
import { Facts, factsOf, HttpStatus, Json, NotificationStatus, ObjectLink, Time } from "../parts/show.tsx";
import { TestEvent } from "../parts/test-event.tsx";
import { SentHeaders } from "../parts/verify.tsx";
import { formatDuration } from "../parts/when.ts";
import { call, type Notification, type NotificationEntry } from "../state/control.ts";
import { fieldName, fill, language, words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";
import { inLanguage } from "../words/translate.ts";

/** What was sent to whom, the newest first. */
export function Notifications() {
  const text = words.value;
  return (
    <Listing
      view="notifications"
      actions={
        <>
          <ResendFailed />
          <TestEvent class="main" />
        </>
      }
      title={(entry) => (
        <>
          <code>{entry.event}</code> <NotificationStatus entry={entry} />
        </>
      )}
      columns={[
        ...notificationColumns(),
        { name: fieldName("attempts"), show: ({ attemptCount }) => attemptCount, kind: "number" },
        {
          name: text.operations.resendNotification.button,
          show: (entry) => <Resend entry={entry} class="small" />,
          kind: "act",
        },
      ]}
    >
      {(notification) => <NotificationBody notification={notification} />}
    </Listing>
  );
}

function Resend({ entry, class: style }: { entry: NotificationEntry | Notification; class: "main" | "small" }) {
  return <Operation id="resendNotification" on={{ id: entry.id }} about={`${entry.event} ${entry.id}`} class={style} />;
}

/** Sends each failed notification again. Nothing if none has failed. */
function ResendFailed() {
  const { resendFailed, resentFailed } = words.value;
  const { value } = useLive("state", () => call("readState"));
  if (!value?.notifications.failed) return null;
  const resend = async (): Promise<number> => {
    // Each page is read before anything is sent: what is sent again is no longer listed as failed.
    const failed: NotificationEntry[] = [];
    let before: string | undefined;
    do {
      const page = await call("listNotifications", { status: "failed", limit: 200, ...(before && { before }) });
      failed.push(...page.items);
      before = page.next ?? undefined;
    } while (before);
    for (const { id } of failed.reverse()) await call("resendNotification", { id });
    return failed.length;
  };
  return (
    <Action run={resend} done={(count: number) => fill(resentFailed, count)}>
      {resendFailed}
    </Action>
  );
}

/** A notification: what is sent, to whom, and what became of each attempt. */
function NotificationBody({ notification }: { notification: Notification }) {
  const text = words.value;
  const { webhookId, body } = notification;
  return (
    <>
      <div class="buttons">
        <Resend entry={notification} class="main" />
      </div>
      <Facts
        facts={[
          ...factsOf(notification, ["id", "objectId", "url"]),
          [
            fieldName("scope"),
            <>
              {webhookId ? "webhook" : "postbackUrl"} {webhookId && <ObjectLink id={webhookId} />}
            </>,
          ],
          ...factsOf(notification, ["createdAt", "deliveredAt", "nextAt"]),
        ]}
      />
      <h3>{fieldName("attempts")}</h3>
      <Attempts attempts={notification.attempts} />
      <SentHeaders notification={notification} />
      <h3>{text.body}</h3>
      <Json value={body} />
    </>
  );
}

function Attempts({ attempts }: Pick<Notification, "attempts">) {
  const { noAttempts, emptyBody } = words.value;
  return (
    <Rows
      caption={fieldName("attempts")}
      entries={attempts.toReversed()}
      empty={noAttempts}
      keyOf={({ number }) => String(number)}
      columns={[
        { name: fieldName("attempt"), show: ({ number }) => number, kind: "number" },
        {
          name: fieldName("status"),
          show: ({ status, duration }) => (
            <span class="stack">
              <HttpStatus status={status} />
              <span class="quiet">{formatDuration(duration, language.value)}</span>
            </span>
          ),
        },
        {
          name: fieldName("response"),
          show: ({ error, answer }) => (
            <span class="stack">
              {error && <span>{inLanguage(error)}</span>}
              {answer && <code>{answer}</code>}
              {!error && !answer && <span class="quiet">{emptyBody}</span>}
            </span>
          ),
          kind: "wide",
        },
        { name: fieldName("at"), show: ({ at }) => <Time at={at} short /> },
      ]}
    />
  );
}
