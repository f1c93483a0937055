import { BarChart } from "../parts/chart.tsx";
import { Copy } from "../parts/copy.tsx";
import { FormField } from "../parts/fields.tsx";
import { formatMoney } from "../parts/money.ts";
import { Page } from "../parts/page.tsx";
import { WhenLoaded } from "../parts/problem.tsx";
import { findScale } from "../parts/scale.ts";
import { formatLength } from "../parts/when.ts";
import { call, type Schemas } from "../state/control.ts";
import { readerLanguage, words } from "../state/language.ts";
import { filterBy, linkTo, route } from "../state/route.ts";
import { sandboxNow } from "../state/time.ts";
import { useLive } from "../state/use-live.ts";

/** Minutes that the pictures may show. */
const choices = [15, 60, 1_440];

/** Shows the commands' options for the address of the sandbox, unless they find it by themselves. */
const environmentLine = location.port === "4020" ? "" : `export PIX_BASE_URL=${location.origin}\n`;

/** Fills an empty sandbox, in a terminal. */
const fillCommands = `${environmentLine}npm run -s sandbox -- charge 4990
npm run -s sandbox -- pay
npm run -s sandbox -- transfer destino@example.com 1500`;

/** The events of the last minutes, as pictures that lead to the lists. */
export function Overview() {
  const minutes = Number(route.value.filters.minutes ?? choices[0]);
  // Time passes by itself: every ten seconds the pictures move on.
  const turn = Math.floor(sandboxNow.value / 10_000);
  const load = async () => ({
    state: await call("readState"),
    overview: await call("readOverview", { minutes }),
  });
  const live = useLive(`overview ${minutes}`, load, turn);
  return (
    <Page
      actions={
        <FormField
          quiet
          label={words.value.overview.period}
          value={String(minutes)}
          onChoose={(chosen) => filterBy({ minutes: chosen })}
          options={choices.map(
            (count) => [String(count), formatLength(count * 60_000, readerLanguage.value)] as const,
          )}
        />
      }
    >
      <WhenLoaded of={live}>
        {({ state, overview }) =>
          state.charges + state.transfers === 0 ? <FirstSteps /> : <Pictures {...overview} />
        }
      </WhenLoaded>
    </Page>
  );
}

function FirstSteps() {
  const { first, environment } = words.value.overview;
  return (
    <section class="card">
      <h2>{first}</h2>
      <pre class="code">{fillCommands}</pre>
      <Copy text={fillCommands} what={first} />
      <p class="quiet">
        <a href={linkTo("companies")}>{environment}</a>
      </p>
    </section>
  );
}

function Pictures(overview: Schemas["Overview"]) {
  const { views, statuses, overview: text } = words.value;
  const { since, step, moneyIn, moneyOut } = overview;
  const times = moneyIn.map((_, index) => Date.parse(since) + index * step);
  return (
    <div class="charts">
      {(["charges", "transfers", "notifications"] as const).map((view) => (
        <BarChart
          key={view}
          title={views[view]}
          times={times}
          series={Object.entries(statuses).map(([status, name]) => ({
            name,
            status,
            steps: overview[view][status] ?? [],
            href: linkTo(view, undefined, { status }),
          }))}
        />
      ))}
      <BarChart
        title={text.money}
        times={times}
        format={formatMoney}
        sideBySide
        series={[
          {
            name: text.moneyIn,
            status: "paid",
            steps: moneyIn,
            href: linkTo("charges", undefined, { status: "paid" }),
          },
          {
            name: text.moneyOut,
            status: "canceled",
            steps: moneyOut,
            href: linkTo("transfers", undefined, { status: "completed" }),
          },
        ]}
      />
      <Refusals {...overview} />
    </div>
  );
}

/** Requests that were refused, by the code of their error: each leads to those with it. */
function Refusals({ refusals }: Schemas["Overview"]) {
  const { refusals: title, nothing } = words.value.overview;
  const sorted = Object.entries(refusals).sort(([, a], [, b]) => b - a);
  const max = findScale(sorted[0]?.[1] ?? 0);
  return (
    <section class="card" aria-labelledby="refusals">
      <h2 id="refusals">{title}</h2>
      {sorted.length === 0 && <p class="quiet">{nothing}</p>}
      {sorted.length > 0 && (
        <p class="head quiet" aria-hidden="true">
          <small>0</small>
          <small>{max}</small>
        </p>
      )}
      {sorted.map(([code, count]) => (
        <a
          key={code}
          class="refusal"
          href={linkTo("requests", undefined, { outcome: "error", search: code })}
        >
          <code>{code}</code> <b>{count}</b>
          <progress aria-hidden="true" value={count} max={max} />
        </a>
      ))}
    </section>
  );
}
