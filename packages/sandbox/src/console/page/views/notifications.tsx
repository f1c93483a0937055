import { Listing } from "../parts/listing.tsx";
import { Operation } from "../parts/operation.tsx";
import { Facts, Headers, Json, NotificationStatus, ObjectLink } from "../parts/show.tsx";
import { TestEvent } from "../parts/test-event.tsx";
import { Timeline } from "../parts/timeline.tsx";
import type { Schemas } from "../state/control.ts";
import { fieldName, fill, words } from "../state/language.ts";

type Entry = Schemas["NotificationEntry"];

/** The notifications and their receivers, the newest first. */
export function Notifications() {
  const { resendFailed, resendNotification } = words.value.operations;
  return (
    <Listing
      view="notifications"
      actions={
        <>
          <Operation
            id="resendFailed"
            onDone={({ resent, skipped }) => fill(resendFailed.done, resent, skipped)}
          />
          <TestEvent />
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
        "createdAt",
        { name: fieldName("attempts"), show: ({ attemptCount }) => attemptCount, kind: "number" },
        {
          name: resendNotification.button,
          show: (entry) => <Resend entry={entry} class="small" />,
          kind: "act",
        },
      ]}
    >
      {(notification) => <NotificationBody notification={notification} />}
    </Listing>
  );
}

function Event({ event, url }: Entry) {
  return (
    <span class="stack">
      <code>{event}</code>
      <span class="quiet url">{url}</span>
    </span>
  );
}

interface ResendProps {
  entry: Pick<Entry, "id" | "event">;
  class: "main" | "small";
}

function Resend({ entry: { id, event }, class: style }: ResendProps) {
  return <Operation id="resendNotification" on={{ id }} about={`${event} ${id}`} class={style} />;
}

/** A notification: what is sent, to whom, what became of each attempt, and how its signature is verified. */
function NotificationBody({ notification }: { notification: Schemas["Notification"] }) {
  const { headersSent, body: bodyTitle } = words.value;
  const { id, webhookId, body, attempts } = notification;
  const headers = attempts.findLast((attempt) => attempt.headers !== null)?.headers;
  return (
    <>
      <div class="buttons">
        <Resend entry={notification} class="main" />
      </div>
      <Facts
        of={notification}
        show={[
          "id",
          "objectId",
          "url",
          [
            fieldName("scope"),
            <>
              {webhookId ? "webhook" : "postbackUrl"} {webhookId && <ObjectLink id={webhookId} />}
            </>,
          ],
          "createdAt",
          "deliveredAt",
          "nextAt",
        ]}
      />
      <Timeline id={id} />
      {headers && <h3>{headersSent}</h3>}
      {headers && <Headers of={headers} />}
      <h3>{bodyTitle}</h3>
      <Json value={body} />
    </>
  );
}
