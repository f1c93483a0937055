import type { Destinations } from "@pix-contract/server/notifier";
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "./clock.ts";
import type { SecretStore } from "./secrets.ts";
import type { SettingsStore } from "./settings.ts";
import type { Storage } from "./storage/storage.ts";

/** State that all parts of the sandbox share. */
export interface Sandbox {
  readonly storage: Storage;
  readonly settings: SettingsStore;
  readonly clock: Clock;
  readonly secrets: SecretStore;
  readonly log: FastifyBaseLogger;
  /** Objects that this process has moved because they were due, since it started. */
  readonly transitionCounts: { charges: number; transfers: number };
  /** Where the sandbox is reached, without a slash at the end: charges carry it in their codes. */
  publicUrl: string;
  /** Whether others than this machine can reach the sandbox. */
  exposed: boolean;
  /** Whether notifications may go to http: URLs on loopback, and to private networks. */
  destinations: Destinations;
}
