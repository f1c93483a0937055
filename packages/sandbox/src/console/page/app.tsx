import { render } from "preact";
import "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Announcements } from "./parts/announce.tsx";
import { Dialog } from "./parts/dialog.tsx";
import { FormField } from "./parts/fields.tsx";
import { Search } from "./parts/search.tsx";
import { Status } from "./parts/show.tsx";
import { formatTime } from "./parts/when.ts";
import { connection, followChanges } from "./state/connection.ts";
import { chooseLanguage, languages, readerLanguage, words } from "./state/language.ts";
import { linkTo, type PageName, route, views } from "./state/route.ts";
import { isFrozen, sandboxNow, setTime } from "./state/time.ts";
import { closeTokenForm, isTokenWanted, setToken, token } from "./state/token.ts";
import { useCall } from "./state/use-live.ts";
import { Charges } from "./views/charges.tsx";
import { ClockPage } from "./views/clock.tsx";
import { Companies } from "./views/companies.tsx";
import { Faults } from "./views/faults.tsx";
import { Notifications } from "./views/notifications.tsx";
import { Overview } from "./views/overview.tsx";
import { Requests } from "./views/requests.tsx";
import { SettingsPage } from "./views/settings.tsx";
import { Transfers } from "./views/transfers.tsx";
import { WebhooksPage } from "./views/webhooks.tsx";

const pages: Record<PageName, () => preact.JSX.Element> = {
  overview: Overview,
  charges: Charges,
  transfers: Transfers,
  notifications: Notifications,
  webhooks: WebhooksPage,
  requests: Requests,
  clock: ClockPage,
  faults: Faults,
  settings: SettingsPage,
  companies: Companies,
};

/** The console, with links to every page. */
function App() {
  const { view } = route.value;
  const text = words.value;
  const Shown = pages[view];
  /** On a phone, search, language and pages are behind a button. */
  const [isOpen, setOpen] = useState(false);
  const { value: state } = useCall("readState");
  const failed = state?.notifications.failed ?? 0;
  useEffect(() => {
    if (state) setTime(Date.parse(state.now), state.clock.frozen);
  }, [state]);
  const showPage = (): void => {
    setOpen(false);
    requestAnimationFrame(focusHeading);
  };
  return (
    <div class={isOpen ? "frame open" : "frame"}>
      <button type="button" class="skip" onClick={focusHeading}>
        {text.skip}
      </button>
      <header class="top">
        <button
          type="button"
          class="menu-button small"
          aria-expanded={isOpen}
          aria-controls="pages"
          onClick={() => setOpen(!isOpen)}
        >
          ☰ Menu
        </button>
        <p class="brand">PIX Sandbox</p>
        <div class="tools buttons">
          <Search />
          <FormField
            quiet
            label={text.language}
            value={readerLanguage.value}
            onChoose={chooseLanguage}
            options={Object.entries(languages).map(([known, { name }]) => [known, name] as const)}
          />
        </div>
        <Status of={connection.value} />
        <a class="clock" href={linkTo("clock")} title={text.sandboxTime}>
          <span class="unseen">{text.sandboxTime}: </span>
          {formatTime(sandboxNow.value, Date.now(), readerLanguage.value)}
          {isFrozen.value && <span class="badge waiting">{text.frozen}</span>}
        </a>
      </header>
      <nav class="menu" aria-label={text.pages}>
        <ul id="pages">
          {views.map((name) => (
            <li key={name}>
              <a href={linkTo(name)} aria-current={name === view && "page"} onClick={showPage}>
                {text.views[name]}
                {name === "notifications" && failed > 0 && (
                  <span class="badge bad">
                    {failed} <span class="unseen">{text.statuses.failed}</span>
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main">
        {connection.value === "lost" && (
          <p class="problem" role="alert">
            {text.lostLong}
          </p>
        )}
        <Shown key={view} />
      </main>
      <Announcements />
      {isTokenWanted.value && <TokenForm />}
    </div>
  );
}

function focusHeading(): void {
  document.querySelector<HTMLElement>("h1")?.focus();
}

/** Prompts for the token of the control plane. */
function TokenForm() {
  const { tokenTitle, tokenUse, tokenHint, tokenRefused } = words.value;
  const [typed, setTyped] = useState("");
  return (
    <Dialog title={tokenTitle} onClose={closeTokenForm}>
      <form
        class="form"
        onInput={({ target }) => setTyped((target as HTMLInputElement).value)}
        onSubmit={(event) => {
          event.preventDefault();
          setToken(typed.trim());
        }}
      >
        <p class="quiet">{tokenHint}</p>
        {token.value !== undefined && <p class="problem">{tokenRefused}</p>}
        <FormField name="token" label="Token" type="password" required />
        <button type="submit" class="main">
          {tokenUse}
        </button>
      </form>
    </Dialog>
  );
}

const place = document.getElementById("console");
if (place) {
  render(<App />, place);
  void followChanges();
}
