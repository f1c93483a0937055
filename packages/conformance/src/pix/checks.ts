import { type CheckStatement, checks as common, type OwnCheck } from "../checks.ts";
import table from "./checks.json" with { type: "json" };

/** Every check of a PIX server: those of any contract, and those that only this one has. */
export type CheckName = keyof typeof common | keyof typeof table;

export const ownChecks = table as Readonly<Record<keyof typeof table, CheckStatement>>;
export const checks: Readonly<Record<CheckName, CheckStatement>> = { ...common, ...ownChecks };
export const checkNames = Object.keys(checks) as CheckName[];

/** A check that only this contract has. */
export const own = (name: keyof typeof table): OwnCheck => name as string as OwnCheck;
