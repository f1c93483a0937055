import { words } from "../state/language.ts";
import { parseMoney } from "./money.ts";

/** What was typed into a field cannot be sent to the sandbox. */
export class InputError extends Error {
  override readonly name = "InputError";
  /** Name of the field. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** A text that was typed, without what surrounds it; undefined where nothing was. */
export function readText(values: FormData, name: string): string | undefined {
  const value = values.get(name);
  return (typeof value === "string" && value.trim()) || undefined;
}

/** Centavos. @throws {InputError} where it is not an amount */
export function readMoney(values: FormData, name: string): number {
  const amount = parseMoney(readText(values, name) ?? "");
  if (amount === undefined) throw new InputError(name, words.value.amountWrong);
  return amount;
}

/** A number with a comma or a dot. @throws {InputError} where it is none */
export function readDecimal(values: FormData, name: string): number {
  const text = readText(values, name) ?? "";
  if (!/^\d+([.,]\d+)?$/.test(text)) throw new InputError(name, words.value.numberWrong);
  return Number(text.replace(",", "."));
}

/** A whole number; null where nothing was typed. @throws {InputError} where it is none */
export function readInteger(values: FormData, name: string): number | null {
  const text = readText(values, name);
  if (text === undefined) return null;
  if (!/^\d+$/.test(text)) throw new InputError(name, words.value.integerWrong);
  return Number(text);
}
