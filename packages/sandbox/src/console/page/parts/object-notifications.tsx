import { control, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { linkTo } from "../state/route.ts";
import { useLive } from "../state/use-live.ts";
import { Event } from "./event.tsx";
import { Problem } from "./problem.tsx";
import { Rows } from "./rows.tsx";
import { NotificationStatus } from "./status.tsx";
import { Time } from "./time.tsx";

/** The notifications of a charge or a transfer. */
export function ObjectNotifications({ objectId }: { objectId: string }) {
  const { event, status, created, views, noneSent } = words.value;
  const { value, error } = useLive(`notifications of ${objectId}`, () =>
    take(control.GET("/notifications", { params: { query: { objectId, limit: 200 } } })),
  );
  return (
    <>
      <h3>{views.notifications}</h3>
      <Problem error={error} />
      {value?.items.length === 0 && <p class="quiet">{noneSent}</p>}
      {value && value.items.length > 0 && (
        <Rows
          caption={views.notifications}
          entries={value.items}
          keyOf={({ id }) => id}
          href={({ id }) => linkTo("notifications", id)}
          columns={[
            { name: event, show: (entry) => <Event entry={entry} />, kind: "wide" },
            { name: status, show: (entry) => <NotificationStatus entry={entry} /> },
            { name: created, show: ({ createdAt }) => <Time at={createdAt} short /> },
          ]}
        />
      )}
    </>
  );
}
