import type { CheckName } from "./checks.ts";
import type { Session } from "./session.ts";

/** Some requests that belong together, and checks of their responses. */
export interface Probe {
  name: string;
  /** Checks that it makes; it is left out if none of them is wanted. */
  checks: readonly CheckName[];
  /** When it runs: all of a phase at the same time, phases one after the other. */
  phase: "requests" | "objects" | "time" | "limits";
  /**
   * Without a control plane, if the run waits for windows, the limits come first, and all others run at the same time. Probes
   * of one lane run one after the other; those of the lane `second` have the second caller to themselves.
   */
  lane?: "second" | "third";
  /** Why it needs a control plane, if it does: its first check is not tested without one. */
  needsControl?: string;
  /** Whether it is run for the checks that a profile has of objects and their steps. */
  showsObjects?: boolean;
  /** The work that it returns is done as well, while other probes run if it has to wait. */
  run(session: Session): Promise<void | (() => Promise<void>)>;
}
