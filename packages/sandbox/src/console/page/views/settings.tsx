import { useState } from "preact/hooks";
import { announce } from "../parts/announce.tsx";
import { type FieldGroup, OperationForm } from "../parts/form.tsx";
import { Page } from "../parts/page.tsx";
import { WhenLoaded } from "../parts/problem.tsx";
import { call, findOperation, type Schemas } from "../state/control.ts";
import { words } from "../state/language.ts";
import { useCall } from "../state/use-live.ts";

type Settings = Schemas["Settings"];

/** Settings by group, in the order in which they are shown. */
const fieldsOfGroup = {
  fees: [
    "chargeFee.fixed",
    "chargeFee.basisPoints",
    "transferFee.fixed",
    "transferFee.basisPoints",
  ],
  times: ["transferSteps.queued", "transferSteps.processing", "chargeLifetime"],
  limits: ["dailyLimit", "rateLimitMultiplier", "openingBalance"],
  kept: ["retention.notifications", "retention.requests", "inboxStatus"],
} as const;

function groupFields(titles: Readonly<Record<keyof typeof fieldsOfGroup, string>>): FieldGroup[] {
  return (["fees", "times", "limits", "kept"] as const).map((name) => ({
    title: titles[name],
    fields: fieldsOfGroup[name],
  }));
}

/** The sandbox's behaviour that the contract leaves open: fees, limits, pace, receivers. */
export function SettingsPage() {
  const { settingsHint, settingsGroups, operations, done } = words.value;
  const [saved, setSaved] = useState<{ count: number; before: Settings; after: Settings }>();
  return (
    <Page>
      <p class="quiet">{settingsHint}</p>
      <WhenLoaded of={useCall("readSettings")}>
        {(settings) => (
          // Another form once its values are saved. Until then a change from elsewhere is shown in the other fields.
          <div class="card" key={saved?.count}>
            <OperationForm
              operation="changeSettings"
              fields={Object.keys(findOperation("changeSettings").fields)}
              groups={groupFields(settingsGroups)}
              initial={settings === saved?.before ? saved.after : settings}
              submit={operations.changeSettings.button}
              onSubmit={async (body) => {
                const after = await call("changeSettings", body);
                setSaved({ count: (saved?.count ?? 0) + 1, before: settings, after });
                announce(done);
              }}
            />
          </div>
        )}
      </WhenLoaded>
    </Page>
  );
}
