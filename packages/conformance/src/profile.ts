import type { FormatCheck } from "@packages/contract/src/check/run.ts";
import type { Arbitrary } from "fast-check";
import type { CheckName, CheckStatement, OwnCheck } from "./checks.ts";
import type { JsonObject, Operation } from "./contract.ts";
import type { Exchange } from "./exchange.ts";
import { isFromSuite } from "./listener.ts";

/** The suite's knowledge of a service beyond its contract. */
export interface Profile {
  /** Formats of the contract. */
  formats: Readonly<Record<string, FormatCheck>>;
  /** Valid values by format. */
  samples: Readonly<Record<string, Arbitrary<string>>>;
  /** Valid edge cases that servers often reject, by format. */
  edges: Readonly<Record<string, readonly string[]>>;
  /** Invalid values that servers often accept, by format. */
  wrong: Readonly<Record<string, readonly string[]>>;
  /** Values that are right elsewhere and no value of an enumeration here, by one that is. */
  plausible: Readonly<Record<string, readonly string[]>>;
  /** Formats of personal data. */
  personal: readonly string[];
  /** Amounts that calculations with fractions get wrong. */
  amounts: readonly number[];
  /** Changes to an example of a body that make a call cheap and harmless, and different from the one before. */
  typical(operation: Operation, example: JsonObject): JsonObject;
  /** Whether a run of the suite has created an object. */
  isFromSuite(record: JsonObject): boolean;
  /** Whether a success of an operation may have a price. */
  spends(operation: Operation): boolean;
  /** Whether such operations are called; only with a control plane if undefined. */
  maySpend: boolean | undefined;
  /** Why they are not called otherwise. */
  whyNotSpent: string;
  /** Whether the record that a request creates repeats its fields: an OpenAPI document does not state it. */
  echoes: boolean;
  /** Names of fields in a response, by operation and their names in the request. */
  renamed: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The value of a notification's `scope`: for the operation's own URL, or for a registration. */
  scopes: { callback: string; registration: string };
  /** How a caller registers receivers for all its objects; absent if it cannot. */
  registrations?: ReceiverRegistration;
  /** Checks that other contracts do not have, by their names. */
  checks: Readonly<Record<string, CheckStatement>>;
  /** The checks of an object that any response shows. */
  objectChecks: readonly ObjectCheck[];
  /** A model that runs alongside every probe. */
  watch: ServerModel;
}

/** A service of which nothing is known but its contract. */
export function plainProfile(changes: Partial<Profile> = {}): Profile {
  return {
    formats: {},
    samples: {},
    edges: {},
    wrong: {},
    plausible: {},
    amounts: [],
    echoes: false,
    renamed: {},
    objectChecks: [],
    personal: ["email", "idn-email"],
    typical: (_operation, example) => example,
    isFromSuite,
    checks: {},
    spends: () => false,
    maySpend: undefined,
    whyNotSpent: "",
    scopes: { callback: "", registration: "" },
    watch: { checks: [], note: () => {}, audit: async () => {} },
    ...changes,
  };
}

/** Registrations of receivers, and names of their fields. */
export interface ReceiverRegistration {
  /** Operation that makes one. */
  create: string;
  /** A body for a receiver at a URL: of every event if none is named. */
  body(
    example: JsonObject,
    url: string,
    receiver: { events?: string[]; isOff?: boolean },
  ): JsonObject;
  /** Field of a record with the secret that signs. */
  secret: string;
}

/** A model of a server's state. */
export interface ServerModel {
  /** Checks that an audit makes. */
  checks: readonly OwnCheck[];
  /** Takes each exchange. */
  note(exchange: Exchange): void;
  /** Holds the server against the model. */
  audit(run: Audited): Promise<void>;
}

/** The part of a run that an audit needs. */
export interface Audited {
  /** Whether every request has its response. */
  isIdle: boolean;
  expect(check: CheckName, operation: string, holds: boolean, message: string): boolean;
}

/** A check of an object in a response. */
export interface ObjectCheck {
  check: CheckName;
  /** The mistakes, each in a sentence; undefined if the check does not apply to the object. */
  run(value: JsonObject): string[] | undefined;
}
