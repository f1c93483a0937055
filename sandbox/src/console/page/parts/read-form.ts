import { words } from "../state/language.ts";
import { parseMoney } from "./money.ts";

/** What was typed does not go as far as to the sandbox. */
export class InputError extends Error {
  override readonly name = "InputError";
}

/** A text that was typed, without what surrounds it; undefined where nothing was. */
export function readText(values: FormData, name: string): string | undefined {
  const value = values.get(name);
  return (typeof value === "string" && value.trim()) || undefined;
}

/** Centavos. @throws {InputError} where it is not an amount */
export function readMoney(values: FormData, name: string): number {
  const amount = parseMoney(readText(values, name) ?? "");
  if (amount === undefined) throw new InputError(words.value.amountWrong);
  return amount;
}
