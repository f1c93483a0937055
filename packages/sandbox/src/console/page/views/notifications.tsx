import { Listing } from "../parts/listing.tsx";
import { Operation } from "../parts/operation.tsx";
import {
  Facts,
  factsOf,
  Headers,
  Json,
  NotificationStatus,
  ObjectLink,
  Time,
} from "../parts/show.tsx";
import { TestEvent } from "../parts/test-event.tsx";
import { Timeline } from "../parts/timeline.tsx";
import type { Schemas } from "../state/control.ts";
import { fieldName, fill, words } from "../state/language.ts";

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
        { name: fieldName("event"), show: Event, kind: "wide" },
        { name: fieldName("status"), show: (entry) => <NotificationStatus entry={entry} /> },
        { name: fieldName("createdAt"), show: ({ createdAt }) => <Time at={createdAt} short /> },
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

function Event({ event, url }: Schemas["NotificationEntry"]) {
  return (
    <span class="stack">
      <code>{event}</code>
      <span class="quiet url">{url}</span>
    </span>
  );
}

function Resend({
  entry,
  class: style,
}: {
  entry: Schemas["NotificationEntry"] | Schemas["Notification"];
  class: "main" | "small";
}) {
  return (
    <Operation
      id="resendNotification"
      on={{ id: entry.id }}
      about={`${entry.event} ${entry.id}`}
      class={style}
    />
  );
}

function ResendFailed() {
  return (
    <Operation
      id="resendFailed"
      fields={["since"]}
      onDone={({ resent, skipped }) =>
        fill(words.value.operations.resendFailed.done, resent, skipped)
      }
    />
  );
}

/** A notification: what is sent, to whom, what became of each attempt, and how its signature is verified. */
function NotificationBody({ notification }: { notification: Schemas["Notification"] }) {
  const text = words.value;
  const { id, webhookId, body } = notification;
  const { headers = null } =
    notification.attempts.findLast((attempt) => attempt.headers !== null) ?? {};
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
      <Timeline id={id} />
      {headers && <h3>{text.headersSent}</h3>}
      <Headers of={headers ?? {}} />
      <h3>{text.body}</h3>
      <Json value={body} />
    </>
  );
}
