import type { Company } from "./exchange.ts";

/** A company that the control plane knows. */
export interface ControlledCompany extends Company {
  id: string;
}

/** What moves the world around a server: its clock, its payers and its banks. Times are epoch milliseconds. */
export interface Control {
  now(): Promise<number>;
  /** Moves the clock on, and returns the new time when all that fell due is done. */
  advance(milliseconds: number): Promise<number>;
  /** A company of the suite's own with some money, by name: the same one in every run. */
  company(name: string, balance: number): Promise<ControlledCompany>;
  /** Secret that signs what is sent to a `postbackUrl` of a company. */
  postbackSecret(apiKey: string): Promise<string | undefined>;
  /** Centavos that a company may send; undefined if the company is not known. */
  balance(apiKey: string): Promise<number | undefined>;
  suspend(company: ControlledCompany, isSuspended: boolean): Promise<void>;
  /** What the company may still send today is set to an amount of centavos; undefined lifts the limit. */
  setAllowance(company: ControlledCompany, centavos: number | undefined): Promise<void>;
  /**
   * Moves an object to a status.
   *
   * @returns whether it was moved; false where the server refuses the move
   */
  move(subject: string, id: string, to: string): Promise<boolean>;
  /** Whether there is a way to ask for a move to a status. */
  canMove(subject: string, to: string): boolean;
  /** Gives the calling company money and time to make transfers; `close` takes it back. */
  open(apiKey: string): Promise<void>;
  /** Leaves everything as it was found, but for the clock, which does not go back. */
  close(): Promise<void>;
}
