import { Facts } from "../parts/facts.tsx";
import { Identifier } from "../parts/identifier.tsx";
import { Json } from "../parts/json.tsx";
import { ObjectLink } from "../parts/object-link.tsx";
import { Detail } from "../parts/page.tsx";
import { Problem } from "../parts/problem.tsx";
import { RawJson } from "../parts/raw-json.tsx";
import { ResendButton } from "../parts/resend-button.tsx";
import { Loading, Rows } from "../parts/rows.tsx";
import { HttpStatus, NotificationStatus } from "../parts/status.tsx";
import { Time } from "../parts/time.tsx";
import { SentHeaders } from "../parts/verify.tsx";
import { formatDuration } from "../parts/when.ts";
import { control, type Notification, take } from "../state/control.ts";
import { language, words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";
import { inLanguage } from "../words/translate.ts";

/** A notification: what is sent, to whom, and what became of each attempt. */
export function NotificationDetail({ id }: { id: string }) {
  const { value: notification, error } = useLive(`notification ${id}`, () =>
    take(control.GET("/notifications/{id}", { params: { path: { id } } })),
  );
  const title = notification ? (
    <>
      <code>{notification.event}</code> <NotificationStatus entry={notification} />
    </>
  ) : (
    id
  );
  return (
    <Detail title={title}>
      <Problem error={error} />
      {!notification && !error && <Loading />}
      {notification && <NotificationBody notification={notification} />}
    </Detail>
  );
}

function NotificationBody({ notification }: { notification: Notification }) {
  const text = words.value;
  const { objectId, nextAt, deliveredAt, scope, webhookId } = notification;
  return (
    <>
      <div class="buttons">
        <ResendButton entry={notification} main />
      </div>
      <Facts
        facts={[
          [text.id, <Identifier key="id" value={notification.id} />],
          [text.about, <ObjectLink key="about" id={objectId} />],
          [
            text.receiver,
            <span key="url" class="url">
              {notification.url}
            </span>,
          ],
          [
            text.scope,
            <>
              {text.scopes[scope]} {webhookId && <ObjectLink id={webhookId} />}
            </>,
          ],
          [text.created, <Time key="created" at={notification.createdAt} />],
          [text.deliveredAt, deliveredAt && <Time at={deliveredAt} />],
          [text.nextAttempt, nextAt && <Time at={nextAt} />],
        ]}
      />
      <h3>{text.attempts}</h3>
      {notification.attempts.length === 0 && <p class="quiet">{text.noAttempts}</p>}
      {notification.attempts.length > 0 && (
        <Rows
          caption={text.attempts}
          entries={notification.attempts.toReversed()}
          keyOf={({ number }) => String(number)}
          columns={[
            { name: text.attempt, show: ({ number }) => number, kind: "number" },
            { name: text.status, show: ({ status }) => <HttpStatus status={status} /> },
            { name: text.duration, show: ({ duration }) => formatDuration(duration, language.value), kind: "number" },
            {
              name: text.response,
              show: ({ error, answer }) => (
                <span class="stack">
                  {error && <span>{inLanguage(error)}</span>}
                  {answer && <code class="answer">{answer}</code>}
                  {!error && !answer && <span class="quiet">{text.emptyBody}</span>}
                </span>
              ),
              kind: "wide",
            },
            { name: text.when, show: ({ at }) => <Time at={at} short /> },
          ]}
        />
      )}
      <SentHeaders notification={notification} />
      <h3>{text.body}</h3>
      <Json value={notification.body} />
      <RawJson value={notification} />
    </>
  );
}
