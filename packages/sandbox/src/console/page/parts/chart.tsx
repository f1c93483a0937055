import { useId } from "preact/hooks";
import { language, words } from "../state/language.ts";
import { Facts } from "./show.tsx";
import type { Tone } from "./tones.ts";
import { formatTime } from "./when.ts";

/** One kind of what a chart counts. */
export interface Series {
  name: string;
  tone: Tone;
  /** The value of each step; less than 0 is drawn below the axis. */
  steps: readonly number[];
  /** Where all of it is listed. */
  href: string;
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

/** Bars over time, one on the other, with their totals as links, and the same figures as a list. */
export function BarChart({ title, series, times, format = String }: ChartProps) {
  const id = useId();
  const shown = series
    .map((one) => ({ ...one, total: addUp(one.steps) }))
    .filter(({ total }) => total !== 0);
  const describe = (step: number): string =>
    shown
      .filter(({ steps }) => steps[step])
      .map(({ name, steps }) => `${name} ${format(Math.abs(steps[step] ?? 0))}`)
      .join(", ");
  const totals = shown.map((one) => ({ ...one, text: format(Math.abs(one.total)) }));
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="totals">
        {totals.map(({ name, text, href }, index) => (
          <li key={name}>
            <a href={href}>
              <span aria-hidden="true" class={markClass(shown, index)}>
                ■{" "}
              </span>
              {name} <b>{text}</b>
            </a>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? (
        <p class="quiet">{words.value.overview.nothing}</p>
      ) : (
        <>
          <Bars
            series={shown}
            times={times}
            label={`${title}: ${totals.map(({ name, text }) => `${name} ${text}`).join(", ")}`}
            describe={describe}
          />
          <p class="head quiet">
            <small>{clockTime(times[0] ?? 0)}</small>
            <small>{clockTime(times.at(-1) ?? 0)}</small>
          </p>
          <details>
            <summary>{words.value.overview.figures}</summary>
            <Facts show={times.map((time, step) => [clockTime(time), describe(step)])} />
          </details>
        </>
      )}
    </section>
  );
}

interface BarsProps extends Pick<ChartProps, "series" | "times"> {
  /** The picture's text for a screen reader. */
  label: string;
  describe: (step: number) => string;
}

function Bars({ series, times, label, describe }: BarsProps) {
  const ofStep = (step: number): number[] => series.map(({ steps }) => steps[step] ?? 0);
  const heights = times.map((_, step) => addUp(ofStep(step).filter((value) => value > 0)));
  const depths = times.map((_, step) => -addUp(ofStep(step).filter((value) => value < 0)));
  const scale = drawingHeight / (Math.max(...heights) + Math.max(...depths));
  const axis = Math.max(...heights) * scale;
  const width = times.length * stepWidth;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${drawingHeight}`}
      preserveAspectRatio="none"
    >
      {times.map((time, step) => (
        <g key={time}>
          <title>{`${clockTime(time)}: ${describe(step)}`}</title>
          <Stack series={series} step={step} axis={axis} scale={scale} />
        </g>
      ))}
      <line class="axis" x1="0" x2={width} y1={axis} y2={axis} />
    </svg>
  );
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
  return series.map(({ name, steps }, index) => {
    const height = (steps[step] ?? 0) * scale;
    const y = height > 0 ? top - height : bottom;
    if (height > 0) top -= height;
    else bottom -= height;
    const x = step * stepWidth + 1;
    const size = { width: barWidth, height: Math.abs(height) };
    return <rect key={name} class={markClass(series, index)} x={x} y={y} {...size} />;
  });
}

function addUp(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The colour of a series. Two of one tone differ in shade. */
function markClass(series: readonly Series[], index: number): string {
  const tone = series[index]?.tone ?? "neutral";
  const isSecond = series.findIndex((one) => one.tone === tone) < index;
  return isSecond ? `mark light ${tone}` : `mark ${tone}`;
}

function clockTime(time: number): string {
  return formatTime(time, time, language.value);
}
