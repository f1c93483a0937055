import { InvalidArgumentError } from "commander";

/** Reads a whole number. @throws {InvalidArgumentError} */
export function wholeNumber(lowest: number, highest: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= lowest && number <= highest) return number;
    throw new InvalidArgumentError(`It takes a whole number from ${lowest} to ${highest}.`);
  };
}

/** Reads an http: or https: URL, without a slash at its end. @throws {InvalidArgumentError} */
export function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, "");
  throw new InvalidArgumentError("It takes a URL like http://127.0.0.1:4020.");
}
