import { styleText } from "node:util";
import type { CommonOptions } from "./command.ts";

type Style = Parameters<typeof styleText>[0];

/** Where a command prints. */
export interface Output {
  /** Whether it is to be read by a program. */
  readonly json: boolean;
  /** Prints a result: as a line of JSON, or as text for people. */
  result(value: unknown, text: () => string): void;
  /** Text in a style; plain where the output is no terminal or NO_COLOR is set. */
  style(style: Style, text: string): string;
  /** Prints a remark that is no result, on the error output. */
  remark(text: string): void;
}

export function makeOutput({ json }: CommonOptions): Output {
  return {
    json: json === true,
    result: (value, text) => console.log(json ? JSON.stringify(value) : text()),
    style: (style, text) => styleText(style, text, { stream: process.stdout }),
    remark: (text) => console.error(text),
  };
}

const statusStyles: Record<string, Style> = {
  paid: "green",
  completed: "green",
  delivered: "green",
  pending: "yellow",
  queued: "yellow",
  processing: "yellow",
  refunded: "magenta",
  canceled: "red",
  refused: "red",
  failed: "red",
};

/** A status in its colour. */
export function showStatus({ style }: Output, status: string): string {
  return style(statusStyles[status] ?? "bold", status);
}

const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** Centavos as people write them: `R$ 49,90`. */
export function showMoney(centavos: number): string {
  // A space that terminals, and whoever copies from them, take for a space.
  return reais.format(centavos / 100).replace("\u00a0", " ");
}

/** Names and values, one a line. Values that are undefined are left out. */
export function showFields(
  { style }: Output,
  fields: readonly (readonly [name: string, value: string | undefined])[],
): string {
  const shown = fields.filter(([, value]) => value !== undefined);
  const width = Math.max(...shown.map(([name]) => name.length));
  return shown.map(([name, value]) => `  ${style("dim", name.padEnd(width))}  ${value}`).join("\n");
}
