import { call, type NotificationEntry } from "../state/control.ts";
import { fieldName, words } from "../state/language.ts";
import { linkTo } from "../state/route.ts";
import { useLive } from "../state/use-live.ts";
import { type Column, Loaded, Rows } from "./rows.tsx";
import { NotificationStatus, Time } from "./show.tsx";

/** Columns of a list of notifications. */
export function notificationColumns(): Column<NotificationEntry>[] {
  return [
    { name: fieldName("event"), show: Event, kind: "wide" },
    { name: fieldName("status"), show: (entry) => <NotificationStatus entry={entry} /> },
    { name: fieldName("createdAt"), show: ({ createdAt }) => <Time at={createdAt} short /> },
  ];
}

function Event({ event, url }: NotificationEntry) {
  return (
    <span class="stack">
      <code>{event}</code>
      <span class="quiet url">{url}</span>
    </span>
  );
}

/** The notifications of a charge or a transfer, and a link to the requests that name it. */
export function ObjectNotifications({ objectId }: { objectId: string }) {
  const { views, noneSent } = words.value;
  const live = useLive(`notifications of ${objectId}`, () => call("listNotifications", { objectId, limit: 200 }));
  return (
    <>
      <h3>{views.notifications}</h3>
      <Loaded of={live}>
        {({ items }) => (
          <Rows
            caption={views.notifications}
            entries={items}
            keyOf={({ id }) => id}
            href={({ id }) => linkTo("notifications", id)}
            columns={notificationColumns()}
            empty={noneSent}
          />
        )}
      </Loaded>
      <a href={linkTo("requests", undefined, { search: objectId })}>{views.requests}</a>
    </>
  );
}
