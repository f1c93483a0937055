import { signal } from "@preact/signals";
import { keep, recall } from "./keep.ts";

const name = "control-token";

/** Token of the control plane; kept until the tab is closed. */
export const token = signal<string | undefined>(recall("session", name));

/** Whether the control plane has asked for a token, or for another one. */
export const isTokenWanted = signal(false);

let isAsked = false;

/** Asks for a token after a call was refused; once, so that a closed question stays closed. */
export function askForToken(): void {
  if (isAsked) return;
  isAsked = true;
  isTokenWanted.value = true;
}

export function giveToken(value: string): void {
  isAsked = false;
  token.value = value;
  keep("session", name, value);
  isTokenWanted.value = false;
}
