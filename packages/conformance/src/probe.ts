import type { CheckName } from "./checks.ts";
import type { Session } from "./session.ts";

/** Some requests that belong together, and what they show. */
export interface Probe {
  name: string;
  /** Checks that it makes; it is left out where none of them is wanted. */
  checks: readonly CheckName[];
  /** When it runs: all of a phase at the same time, phases one after the other. */
  phase: "requests" | "objects" | "time" | "limits";
  /** Whether it is run for the checks of objects that a profile has. */
  showsObjects?: boolean;
  run(session: Session): Promise<void>;
}
