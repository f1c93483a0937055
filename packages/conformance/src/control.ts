import type { Caller } from "./exchange.ts";

/** Moves the world around a server: its clock, and the steps of its objects. Times are epoch milliseconds. */
export interface ServerControl {
  now(): Promise<number>;
  /** Moves the clock on, and returns the new time when all that fell due is done. */
  advance(milliseconds: number): Promise<number>;
  /** A caller of the suite's own, by name: the same one in every run, with another secret each time. */
  caller(name: string): Promise<Caller>;
  /** Secret that signs notifications to the URL of a call; undefined if the caller is not known. */
  callbackSecret(apiKey: string): Promise<string | undefined>;
  suspend(caller: Caller, isSuspended: boolean): Promise<void>;
  /**
   * Moves an object to a status.
   *
   * @returns whether it was moved; false if the server refuses the move
   */
  move(subject: string, id: string, to: string): Promise<boolean>;
  /** Whether the control plane can move an object to a status. */
  canMove(subject: string, to: string): boolean;
  /** Lets the caller create objects that have a price; `close` takes it back. */
  open(apiKey: string): Promise<void>;
  /** Leaves everything as it was found, but for the clock, which does not go back. */
  close(): Promise<void>;
}
