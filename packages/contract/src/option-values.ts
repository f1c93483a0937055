import { InvalidArgumentError } from "commander";

/** Reads a whole number. @throws {InvalidArgumentError} */
export function wholeNumber(lowest: number, highest: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= lowest && number <= highest) return number;
    throw new InvalidArgumentError(`It takes a whole number from ${lowest} to ${highest}.`);
  };
}

/** Reads an http: or https: URL, without a slash at its end. @throws {InvalidArgumentError} */
export function readUrl(value: string): string {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol)) return value.replace(/\/+$/, "");
  throw new InvalidArgumentError("It takes a URL like http://127.0.0.1:4020.");
}
