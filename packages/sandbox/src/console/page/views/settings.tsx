import { Facts } from "../parts/facts.tsx";
import { Field } from "../parts/field.tsx";
import { Form } from "../parts/form.tsx";
import { editMoney } from "../parts/money.ts";
import { Page } from "../parts/page.tsx";
import { Problem } from "../parts/problem.tsx";
import { RawJson } from "../parts/raw-json.tsx";
import { readDecimal, readInteger, readMoney } from "../parts/read-form.ts";
import { Loading } from "../parts/rows.tsx";
import { control, take, type Settings as Values } from "../state/control.ts";
import { words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";

const minute = 60_000;

/** How the sandbox behaves where the contract leaves it open: fees, limits, pace, receivers. */
export function Settings() {
  const text = words.value;
  const { value, error } = useLive("settings", async () => {
    const [settings, state] = await Promise.all([take(control.GET("/settings")), take(control.GET("/state"))]);
    return { settings, receivers: state.receivers };
  });
  return (
    <Page title={text.views.settings}>
      <p class="quiet">{text.settingsHint}</p>
      <Problem error={error} />
      {!value && !error && <Loading />}
      {value && (
        <>
          {/* Another form where somebody else has changed them. */}
          <SettingsForm key={JSON.stringify(value.settings)} settings={value.settings} />
          <h2>{text.receivers}</h2>
          <p class="quiet">{text.receiversHint}</p>
          <Facts
            facts={[
              [text.receiversPublic, text.yes],
              [text.receiversLocal, value.receivers.loopback ? text.yes : text.no],
              [text.receiversPrivate, value.receivers.privateNetworks ? text.yes : text.no],
            ]}
          />
          <RawJson value={value.settings} />
        </>
      )}
    </Page>
  );
}

/** Names of fields by what the control plane calls them. */
const names = {
  "chargeFee.fixed": "chargeFeeFixed",
  "chargeFee.basisPoints": "chargeFeePercent",
  "transferFee.fixed": "transferFeeFixed",
  "transferFee.basisPoints": "transferFeePercent",
  "transferSteps.queued": "queued",
  "transferSteps.processing": "processing",
};

function SettingsForm({ settings }: { settings: Values }) {
  const text = words.value;
  const { chargeFee, transferFee, dailyLimit, rateLimitMultiplier, transferSteps, chargeLifetime } = settings;
  const save = async (values: FormData): Promise<string> => {
    const feeOf = (name: string) => ({
      fixed: readMoney(values, `${name}Fixed`),
      basisPoints: Math.round(readDecimal(values, `${name}Percent`) * 100),
    });
    const body = {
      chargeFee: feeOf("chargeFee"),
      transferFee: feeOf("transferFee"),
      dailyLimit: readMoney(values, "dailyLimit"),
      rateLimitMultiplier: readDecimal(values, "rateLimitMultiplier"),
      transferSteps: { queued: readInteger(values, "queued"), processing: readInteger(values, "processing") },
      chargeLifetime: Math.round(readDecimal(values, "chargeLifetime") * minute),
      openingBalance: readMoney(values, "openingBalance"),
    };
    await take(control.PATCH("/settings", { body }));
    return text.settingsSaved;
  };
  const decimal = (value: number): string => String(value).replace(".", ",");
  const step = (value: number | null): string => (value === null ? "" : String(value));
  return (
    <Form
      class="form card settings"
      onSubmit={save}
      names={names}
      buttons={(busy) => (
        <div class="buttons">
          <button type="submit" class="main" aria-disabled={busy || undefined}>
            {text.save}
          </button>
        </div>
      )}
    >
      <fieldset>
        <legend>{text.chargeFee}</legend>
        <Field name="chargeFeeFixed" label={text.feeFixed} value={editMoney(chargeFee.fixed)} numeric />
        <Field name="chargeFeePercent" label={text.feePercent} value={decimal(chargeFee.basisPoints / 100)} numeric />
      </fieldset>
      <fieldset>
        <legend>{text.transferFee}</legend>
        <Field name="transferFeeFixed" label={text.feeFixed} value={editMoney(transferFee.fixed)} numeric />
        <Field
          name="transferFeePercent"
          label={text.feePercent}
          value={decimal(transferFee.basisPoints / 100)}
          numeric
        />
      </fieldset>
      <fieldset>
        <legend>{text.limits}</legend>
        <Field name="dailyLimit" label={text.dailyLimit} value={editMoney(dailyLimit)} numeric />
        <Field
          name="rateLimitMultiplier"
          label={text.rateLimits}
          hint={text.rateLimitsHint}
          value={decimal(rateLimitMultiplier)}
          numeric
        />
      </fieldset>
      <fieldset>
        <legend>{text.pace}</legend>
        <Field name="queued" label={text.paceQueued} hint={text.paceHint} value={step(transferSteps.queued)} numeric />
        <Field
          name="processing"
          label={text.paceProcessing}
          hint={text.paceHint}
          value={step(transferSteps.processing)}
          numeric
        />
        <Field name="chargeLifetime" label={text.chargeLifetime} value={decimal(chargeLifetime / minute)} numeric />
      </fieldset>
      <fieldset>
        <legend>{text.newCompanies}</legend>
        <Field name="openingBalance" label={text.openingBalance} value={editMoney(settings.openingBalance)} numeric />
      </fieldset>
    </Form>
  );
}
