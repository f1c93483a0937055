import { ContractFields, readBody } from "../parts/fields.tsx";
import { Form } from "../parts/form.tsx";
import { Page } from "../parts/page.tsx";
import { Loaded } from "../parts/rows.tsx";
import { valueAt } from "../parts/show.tsx";
import { call, operationOf, type Result } from "../state/control.ts";
import { words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";

/** Every setting of the contract. */
const paths = Object.keys(operationOf("changeSettings").fields);

/** The sandbox's behaviour that the contract leaves open: fees, limits, pace, receivers. */
export function Settings() {
  const text = words.value;
  const live = useLive("settings", () => call("readSettings"));
  return (
    <Page title={text.views.settings}>
      <p class="quiet">{text.settingsHint}</p>
      <Loaded of={live}>
        {(settings) => <SettingsForm key={JSON.stringify(settings)} settings={settings} />}
      </Loaded>
    </Page>
  );
}

/** Another form if the settings were changed elsewhere. */
function SettingsForm({ settings }: { settings: Result<"readSettings"> }) {
  const text = words.value;
  const initial = Object.fromEntries(
    paths.map((path) => [path, valueAt(settings, path) as number | null]),
  );
  return (
    <Form
      class="card"
      submit={text.operations.changeSettings.button}
      onSubmit={async (values) => {
        await call("changeSettings", readBody("changeSettings", values));
        return text.done;
      }}
    >
      <fieldset>
        <ContractFields operation="changeSettings" paths={paths} initial={initial} />
      </fieldset>
    </Form>
  );
}
