import { call, type Schemas } from "../state/control.ts";
import { fieldName, fill, inLanguage, language, words } from "../state/language.ts";
import { linkTo } from "../state/route.ts";
import { useLive } from "../state/use-live.ts";
import { Loaded, Rows } from "./rows.tsx";
import { HttpStatus, Status } from "./show.tsx";
import { formatMoment } from "./when.ts";

/** All that happened to an object: requests, statuses, notifications, attempts and moves of the clock. */
export function Timeline({ id }: { id: string }) {
  const { timeline } = words.value;
  const live = useLive(`timeline ${id}`, () => call("readTimeline", { id }));
  return (
    <>
      <h3>{timeline}</h3>
      <Loaded of={live}>
        {({ items }) => (
          <Rows
            caption={timeline}
            entries={items}
            keyOf={(entry) => JSON.stringify(entry)}
            href={entryLink}
            columns={[{ name: fieldName("event"), show: What, kind: "wide" }, "at"]}
          />
        )}
      </Loaded>
    </>
  );
}

function entryLink({ kind, id }: Schemas["TimelineEntry"]): string | undefined {
  if (kind === "clock") return linkTo("clock");
  return id && linkTo(kind === "request" ? "requests" : "notifications", id);
}

function What({ kind, what, url, httpStatus = null, remark, answer }: Schemas["TimelineEntry"]) {
  const { happened, clockMoved, clockFrozen, clockRuns } = words.value;
  if (kind === "status") return <Status status={what} />;
  if (kind === "clock") {
    const moment = Date.parse(what);
    if (Number.isNaN(moment)) return what === "frozen" ? clockFrozen : clockRuns;
    return fill(clockMoved, formatMoment(moment, language.value));
  }
  return (
    <span class="stack">
      <span>
        {happened[kind]}{" "}
        {kind === "notification" ? (
          <Status status={remark ?? ""} />
        ) : (
          <HttpStatus status={httpStatus} />
        )}
      </span>
      <code>{what}</code>
      {url && <span class="quiet url">{url}</span>}
      {kind !== "notification" && remark && <span class="quiet">{inLanguage(remark)}</span>}
      {answer && <span class="quiet">{answer}</span>}
    </span>
  );
}
