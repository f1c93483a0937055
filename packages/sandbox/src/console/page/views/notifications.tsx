import { useState } from "preact/hooks";
import { Event } from "../parts/event.tsx";
import { Listing, StatusFilter, useList } from "../parts/listing.tsx";
import { Page } from "../parts/page.tsx";
import { ResendButton } from "../parts/resend-button.tsx";
import { Search } from "../parts/search.tsx";
import { NotificationStatus } from "../parts/status.tsx";
import { Time } from "../parts/time.tsx";
import { control, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { linkTo, route } from "../state/route.ts";
import { NotificationDetail } from "./notification.tsx";
import { TestEventForm } from "./test-event-form.tsx";

const statuses = ["pending", "delivered", "failed"] as const;

/** What was sent to whom, the newest first. */
export function Notifications() {
  const [testing, setTesting] = useState(false);
  const { id, filters } = route.value;
  const text = words.value;
  const { search } = filters;
  const wanted = statuses.find((known) => known === filters.status);
  const { list, more } = useList(`notifications ${wanted} ${search}`, (paging) =>
    take(
      control.GET("/notifications", {
        params: { query: { ...paging, ...(wanted && { status: wanted }), ...(search && { search }) } },
      }),
    ),
  );
  return (
    <Page
      title={text.views.notifications}
      actions={
        <>
          <Search />
          <StatusFilter statuses={statuses} />
          <button type="button" class="main" onClick={() => setTesting(true)}>
            {text.testEvent}
          </button>
        </>
      }
      detail={id && <NotificationDetail key={id} id={id} />}
    >
      <Listing
        caption={text.views.notifications}
        list={list}
        more={more}
        href={(entry) => linkTo("notifications", entry.id, filters)}
        empty={text.noNotifications}
        hint={text.noNotificationsHint}
        columns={[
          { name: text.event, show: (entry) => <Event entry={entry} />, kind: "wide" },
          { name: text.status, show: (entry) => <NotificationStatus entry={entry} /> },
          { name: text.attempts, show: ({ attemptCount }) => attemptCount, kind: "number" },
          { name: text.created, show: ({ createdAt }) => <Time at={createdAt} short /> },
          { name: text.resend, show: (entry) => <ResendButton entry={entry} />, kind: "act" },
        ]}
      />
      {testing && <TestEventForm onClose={() => setTesting(false)} />}
    </Page>
  );
}
