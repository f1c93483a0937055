import type { CheckName } from "./checks.ts";
import type { Session } from "./session.ts";

/** Some requests that belong together, and what they show. */
export interface Probe {
  name: string;
  /** Checks that it makes; it is left out where none of them is wanted. */
  checks: readonly CheckName[];
  /** When it runs: all of a phase at the same time, phases one after the other. */
  phase: "requests" | "objects" | "time" | "limits";
  /**
   * Without a control plane, where windows are waited for, everything but the limits runs at the same time. Probes of one
   * lane run one after the other; those of the lane `second` have the second company to themselves.
   */
  lane?: "second" | "third";
  /** Whether it is run for the checks of objects that a profile has. */
  showsObjects?: boolean;
  run(session: Session): Promise<void>;
}
