import { useId } from "preact/hooks";
import { language, words } from "../state/language.ts";
import type { Tone } from "./tones.ts";
import { formatTime } from "./when.ts";

/** One kind of what a chart counts. */
export interface Series {
  name: string;
  tone: Tone;
  /** What there is in each step. */
  steps: readonly number[];
  /** Where all of it is listed. */
  href: string;
  /** Whether it is drawn below the axis. */
  isBelow?: boolean;
}

interface ChartProps {
  title: string;
  series: readonly Series[];
  /** Epoch milliseconds at which each step begins. */
  times: readonly number[];
  format?: (total: number) => string;
}

const drawingHeight = 100;
const stepWidth = 10;
const barWidth = 8;

/** Bars over time, one on the other, with their totals as links, and the same figures as a table. */
export function BarChart({ title, series, times, format = String }: ChartProps) {
  const id = useId();
  const shown = series.filter(({ steps }) => addUp(steps) > 0);
  const above = Math.max(...times.map((_, step) => stackHeight(shown, step, false)));
  const below = Math.max(...times.map((_, step) => stackHeight(shown, step, true)));
  const scale = drawingHeight / (above + below || 1);
  const axis = above * scale;
  const describe = (step: number): string =>
    shown
      .filter(({ steps }) => steps[step])
      .map(({ name, steps }) => `${name} ${format(steps[step] ?? 0)}`)
      .join(", ");
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="totals">
        {shown.map(({ name, steps, href, tone }, index) => (
          <li key={name}>
            <a href={href}>
              <span aria-hidden="true" class={`mark ${tone} ${shade(shown, index)}`}>
                ■{" "}
              </span>
              {name} <b>{format(addUp(steps))}</b>
            </a>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? (
        <p class="quiet">{words.value.overview.nothing}</p>
      ) : (
        <>
          <svg
            role="img"
            aria-label={`${title}: ${shown.map(({ name, steps }) => `${name} ${format(addUp(steps))}`).join(", ")}`}
            viewBox={`0 0 ${times.length * stepWidth} ${drawingHeight}`}
            preserveAspectRatio="none"
          >
            {times.map((time, step) => (
              <g key={time}>
                <title>{`${clockTime(time)}: ${describe(step)}`}</title>
                <Stack series={shown} step={step} axis={axis} scale={scale} />
              </g>
            ))}
            <line class="axis" x1="0" x2={times.length * stepWidth} y1={axis} y2={axis} />
          </svg>
          <p class="head quiet">
            <small>{clockTime(times[0] ?? 0)}</small>
            <small>{clockTime(times.at(-1) ?? 0)}</small>
          </p>
          <StepList times={times} describe={describe} />
        </>
      )}
    </section>
  );
}

function addUp(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function stackHeight(series: readonly Series[], step: number, isBelow: boolean): number {
  return addUp(
    series.filter((one) => (one.isBelow ?? false) === isBelow).map(({ steps }) => steps[step] ?? 0),
  );
}

/** Two kinds of one tone differ in shade. */
function shade(series: readonly Series[], index: number): "" | "light" {
  const tone = series[index]?.tone;
  return series.findIndex((one) => one.tone === tone) < index ? "light" : "";
}

interface StackProps {
  series: readonly Series[];
  step: number;
  axis: number;
  /** Units of the drawing for each of what is counted. */
  scale: number;
}

/** The bars of a step, from the axis upwards and downwards. */
function Stack({ series, step, axis, scale }: StackProps) {
  let top = axis;
  let bottom = axis;
  return series.map(({ name, tone, steps, isBelow }, index) => {
    const size = (steps[step] ?? 0) * scale;
    if (size === 0) return null;
    if (!isBelow) top -= size;
    const y = isBelow ? bottom : top;
    if (isBelow) bottom += size;
    return (
      <rect
        key={name}
        class={`mark ${tone} ${shade(series, index)}`}
        x={step * stepWidth + 1}
        width={barWidth}
        y={y}
        height={size}
      />
    );
  });
}

/** The figures of a chart, for those who read rather than look. */
function StepList({
  times,
  describe,
}: {
  times: readonly number[];
  describe: (step: number) => string;
}) {
  const filled = times.flatMap((time, step) =>
    describe(step) ? [{ time, figures: describe(step) }] : [],
  );
  return (
    <details>
      <summary>{words.value.overview.figures}</summary>
      <dl class="facts">
        {filled.map(({ time, figures }) => (
          <div key={time}>
            <dt>{clockTime(time)}</dt>
            <dd>{figures}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function clockTime(time: number): string {
  return formatTime(time, time, language.value);
}
