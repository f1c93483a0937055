import type { Arbitrary } from "fast-check";
import type { FormatCheck } from "../../contract/src/check/run.ts";
import type { CheckName } from "./checks.ts";
import type { JsonObject, Operation } from "./contract.ts";
import type { Control } from "./control.ts";
import type { Exchange } from "./exchange.ts";

/** What the suite knows of a service beyond its contract. */
export interface Profile {
  /** Formats of the contract. */
  formats: Readonly<Record<string, FormatCheck>>;
  /** Texts that have a format, by its name. */
  samples: Readonly<Record<string, Arbitrary<string>>>;
  /** Texts that have a format and are easily taken for others, by its name. */
  edges: Readonly<Record<string, readonly string[]>>;
  /** Texts that look as if they had a format, by its name. */
  wrong: Readonly<Record<string, readonly string[]>>;
  /** Values that are right elsewhere and no value of an enumeration here, by one that is. */
  plausible: Readonly<Record<string, readonly string[]>>;
  /** Amounts in centavos that calculations with fractions get wrong. */
  amounts: readonly number[];
  /** Changes to an example of a body that make a call cheap and harmless, and different from the one before. */
  tame(operation: Operation, example: JsonObject): JsonObject;
  /** Whether two texts that are written differently mean the same. */
  isSameText(first: string, second: string): boolean;
  /** Whether a run of the suite has created an object. */
  isOurs(record: Record<string, unknown>): boolean;
  /** Whether a success of an operation may cost money. */
  spends(operation: Operation): boolean;
  /** Names of fields in a response, by operation and their names in the request. */
  renamed: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What a notification says of the way it came: by the operation's own URL, or by a registration. */
  scopes: { callback: string; registration: string };
  /** How a company registers receivers for all its objects; absent where it cannot. */
  registrations?: Registrations;
  /** The checks of an object that any response shows, with those that it makes. */
  objectChecks: readonly ObjectCheck[];
  /** A model that runs alongside every probe: it is given each exchange, and asked between probes whether the server agrees. */
  watch: { note(exchange: Exchange): void; audit(run: Audited): Promise<void> };
}

/** A service of which nothing is known but its contract. */
export function plainProfile(changes: Partial<Profile> = {}): Profile {
  return {
    ...{ formats: {}, samples: {}, edges: {}, wrong: {}, plausible: {}, amounts: [], renamed: {}, objectChecks: [] },
    ...{ tame: (_operation, example) => example, isSameText: () => false, isOurs: () => false, spends: () => false },
    ...{ scopes: { callback: "", registration: "" }, watch: { note: () => {}, audit: async () => {} } },
    ...changes,
  };
}

/** Registrations of receivers, and names of their fields. */
export interface Registrations {
  /** Operation that makes one. */
  create: string;
  /** A body for a receiver of every event at a URL. */
  body(example: JsonObject, url: string): JsonObject;
  /** What a body has in addition for a receiver of some events; none stands for all. */
  only(events: readonly string[]): JsonObject;
  /** What a body has in addition for a receiver that is switched off. */
  inactive: JsonObject;
  /** Field of a record with the secret that signs. */
  secret: string;
  /** Field of a record that says whether anything is sent to it. */
  active: string;
}

/** What an audit needs of a run. */
export interface Audited {
  control: Control | undefined;
  /** Whether every request has its response. */
  isIdle: boolean;
  expect(check: CheckName, operation: string, holds: boolean, message: string): boolean;
}

/** A check of an object in a response. */
export interface ObjectCheck {
  check: CheckName;
  /** What is wrong, each in a sentence; undefined where there is nothing to say about the object. */
  run(value: JsonObject): string[] | undefined;
}
