import { signal } from "@preact/signals";
import { keep, recall } from "./keep.ts";

const name = "control-token";

/** Token of the control plane; kept until the tab is closed. */
export const token = signal<string | undefined>(recall("session", name));

/** Whether the control plane has asked for a token, or for another one. */
export const isTokenWanted = signal(false);

export function askForToken(): void {
  isTokenWanted.value = true;
}

export function setToken(value: string): void {
  token.value = value;
  keep("session", name, value);
  isTokenWanted.value = false;
}
