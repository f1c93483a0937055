import { signal } from "@preact/signals";
import { keep, recall } from "./keep.ts";

const storageKey = "control-token";

/** Token of the control plane; kept until the tab is closed. */
export const token = signal<string | undefined>(recall("session", storageKey));

/** Whether the control plane requires a token, or rejected the given one. */
export const isTokenWanted = signal(false);

/** How often the reader gave a token or closed the form. */
export let tokenAnswers = 0;

export function askForToken(): void {
  isTokenWanted.value = true;
}

export function closeTokenForm(): void {
  tokenAnswers++;
  isTokenWanted.value = false;
}

export function setToken(value: string): void {
  token.value = value;
  keep("session", storageKey, value);
  closeTokenForm();
}
