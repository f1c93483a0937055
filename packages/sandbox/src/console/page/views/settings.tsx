import { announce } from "../parts/announce.tsx";
import { OperationForm } from "../parts/form.tsx";
import { Page } from "../parts/page.tsx";
import { WhenLoaded } from "../parts/problem.tsx";
import { call, findOperation } from "../state/control.ts";
import { words } from "../state/language.ts";
import { useCall } from "../state/use-live.ts";

/** The sandbox's behaviour that the contract leaves open: fees, limits, pace, receivers. */
export function SettingsPage() {
  const { settingsHint, operations, done } = words.value;
  return (
    <Page>
      <p class="quiet">{settingsHint}</p>
      <WhenLoaded of={useCall("readSettings")}>
        {(settings) => (
          // Another form if the settings were changed elsewhere.
          <div class="card" key={JSON.stringify(settings)}>
            <OperationForm
              operation="changeSettings"
              fields={Object.keys(findOperation("changeSettings").fields)}
              initial={settings}
              submit={operations.changeSettings.button}
              onSubmit={async (body) => {
                await call("changeSettings", body);
                announce(done);
              }}
            />
          </div>
        )}
      </WhenLoaded>
    </Page>
  );
}
