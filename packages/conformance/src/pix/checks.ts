import { type CheckStatement, checks as common, type OwnCheck } from "../checks.ts";
import table from "./checks.json" with { type: "json" };

/** Every check of a PIX server: those of any contract, and those that only this one has. */
export type PixCheckName = keyof typeof common | keyof typeof table;

export const pixChecks = table as Readonly<Record<keyof typeof table, CheckStatement>>;
export const pixServerChecks: Readonly<Record<PixCheckName, CheckStatement>> = {
  ...common,
  ...pixChecks,
};
export const pixServerCheckNames = Object.keys(pixServerChecks) as PixCheckName[];

/** A check that only this contract has. */
export const pixCheck = (name: keyof typeof table): OwnCheck => name as string as OwnCheck;
