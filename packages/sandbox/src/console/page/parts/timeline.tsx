import type { Schemas } from "../state/control.ts";
import { fieldName, fill, inLanguage, readerLanguage, words } from "../state/language.ts";
import { linkTo } from "../state/route.ts";
import { useCall } from "../state/use-live.ts";
import { WhenLoaded } from "./problem.tsx";
import { DataTable } from "./rows.tsx";
import { Status } from "./show.tsx";
import { formatMoment } from "./when.ts";

/** All that happened to an object: requests, statuses, notifications, attempts and moves of the clock. */
export function Timeline({ id }: { id: string }) {
  const { timeline } = words.value;
  return (
    <>
      <h3>{timeline}</h3>
      <WhenLoaded of={useCall("readTimeline", { id })}>
        {({ items }) => (
          <DataTable
            caption={timeline}
            entries={items}
            keyOf={(entry) => JSON.stringify(entry)}
            href={entryLink}
            columns={[[fieldName("event"), Event], "at"]}
          />
        )}
      </WhenLoaded>
    </>
  );
}

function entryLink({ kind, id }: Schemas["TimelineEntry"]): string | undefined {
  if (kind === "clock") return linkTo("clock");
  return id && linkTo(kind === "request" ? "requests" : "notifications", id);
}

function Event({ kind, what, url, httpStatus, remark, answer }: Schemas["TimelineEntry"]) {
  const { happened, clockMoved, clockFrozen, clockRuns } = words.value;
  if (kind === "status") return <Status of={what} />;
  if (kind === "clock") {
    const states: Readonly<Record<string, string>> = { frozen: clockFrozen, running: clockRuns };
    return states[what] ?? fill(clockMoved, formatMoment(Date.parse(what), readerLanguage.value));
  }
  const isNotification = kind === "notification";
  return (
    <span class="stack">
      <span>
        {happened[kind]} <Status of={String(isNotification ? remark : httpStatus)} />
      </span>
      <code>{what}</code>
      <span class="quiet">{url}</span>
      <span class="quiet">{!isNotification && inLanguage(remark ?? "")}</span>
      <span class="quiet">{answer}</span>
    </span>
  );
}
