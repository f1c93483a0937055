import { Page } from "../parts/page.tsx";
import { Loaded, Rows } from "../parts/rows.tsx";
import { HttpStatus, Prose, Status } from "../parts/show.tsx";
import { call, type Trigger } from "../state/control.ts";
import { fieldName, language, words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";
import { errorConditions } from "../words/error-conditions.ts";
import { inLanguage } from "../words/translate.ts";

/** What makes the sandbox do something without the control plane. */
export function Triggers() {
  const text = words.value;
  const live = useLive("triggers", () => call("listTriggers"));
  return (
    <Page title={text.views.triggers}>
      <p class="quiet">{text.triggersHint}</p>
      <Loaded of={live}>
        {({ items }) =>
          [...Map.groupBy(items, ({ operation }) => operation)].map(([operation, triggers]) => (
            <section key={operation} class="list">
              <h2>
                <code>{operation}</code>
              </h2>
              <Table caption={operation} triggers={triggers} />
            </section>
          ))
        }
      </Loaded>
    </Page>
  );
}

function Table({ caption, triggers }: { caption: string; triggers: readonly Trigger[] }) {
  return (
    <Rows
      caption={caption}
      entries={triggers}
      keyOf={({ field, value }) => `${field} ${value}`}
      columns={[
        { name: fieldName("input"), show: showInput },
        { name: fieldName("effect"), show: showEffect, kind: "wide" },
      ]}
    />
  );
}

function showInput({ field, value }: Trigger) {
  return (
    <span class="stack">
      <code>{value}</code>
      <span class="quiet">{field}</span>
    </span>
  );
}

function showEffect({ effect: { code, httpStatus, status }, description }: Trigger) {
  return (
    <span class="stack">
      <span>
        {httpStatus !== undefined && <HttpStatus status={httpStatus} />} {code && <code>{code}</code>}
        {status && <Status status={status} />}
      </span>
      <span class="quiet">{showDescription(code, description)}</span>
    </span>
  );
}

/** In Portuguese where the console has it, else the contract's own sentence, which is in English. */
function showDescription(code: string | undefined, description: string) {
  const translated = code === undefined ? inLanguage(description) : errorConditions[code];
  const isTranslated = language.value === "pt-BR" && translated !== undefined && translated !== description;
  return isTranslated ? translated : <Prose text={description} />;
}
