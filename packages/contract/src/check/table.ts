// The table of checks: the rules of a contract for its values, as data that `read.ts` interprets. The generator writes it from
// the shapes; client and server read it. A number that stands for a shape is the index of its row.
import type { Basis } from "../behaviour.ts";

/** A string, a number, a boolean or null. */
export type Scalar = string | number | boolean | null;

/** A constraint of a string or a number, and its figure, pattern or format. */
export type ScalarConstraint = readonly [name: string, limit: string | number];

/** A field of an object. */
export type Field = readonly [name: string, row: number, presence?: Presence, fallback?: unknown];

/** 0: optional, with a default perhaps; 1: required. */
export type Presence = 0 | 1;

/** Where a statement comes from that the provider's document does not make. */
export type BasisKind = Basis["kind"];

/** Error codes by broken rule; `*` stands for any rule but `type` and `required`. */
export type Codes = Readonly<Record<string, string>>;

/**
 * Where rules come from that the provider's document does not state, by rule; `*` stands for any rule that is not named, and
 * null for a documented one.
 */
export type Bases = Readonly<Record<string, BasisKind | null>>;

/** Codes and bases of the constraints of a row. */
export interface ConstraintAnnotations {
  readonly codes?: Codes;
  readonly basis?: Bases;
}

/** A string whose format depends on the value of another field. */
export interface FormatBy extends ConstraintAnnotations {
  readonly name: string;
  readonly by: string;
  /** Keyed by the other field's value. */
  readonly formats: Readonly<Record<string, string>>;
}

/** The content of a row, by its kind. */
interface RowKinds {
  string: { readonly rules?: readonly ScalarConstraint[] };
  /** A number; `bigint` if programs have it as one. */
  number: {
    readonly integer?: true;
    readonly bigint?: true;
    readonly rules?: readonly ScalarConstraint[];
  };
  boolean: object;
  /** One of some values; a constant is a choice of one. */
  enum: { readonly values: readonly Scalar[] };
  array: { readonly items: number; readonly rules?: readonly ScalarConstraint[] };
  /** An object whose names are free. */
  record: { readonly values: number };
  /** An object with known fields. Other fields are left out if `rest` is absent, refused if it is false, else read by it. */
  object: {
    readonly fields: readonly Field[];
    readonly rest?: number | false;
    /** Strings whose format depends on another field. */
    readonly formats?: readonly FormatBy[];
    /** Required fields that no document requires. */
    readonly presence?: Readonly<Record<string, BasisKind>>;
  };
  /** A union whose variant the value of a field names. */
  discriminated: {
    readonly field: string;
    readonly variants: Readonly<Record<string, number>>;
    /** For every other value; such a value is refused if this is absent. */
    readonly otherwise?: number;
  };
  /** A union of forms; `exact` if a value may fit only one of them. */
  union: { readonly variants: readonly number[]; readonly exact?: true };
  /** Null, or a value of another row. */
  nullable: { readonly of: number };
  any: object;
  /** A file of a form. */
  file: object;
}

/** A row of one of some kinds. */
export type RowOf<Kind extends keyof RowKinds> = {
  [One in Kind]: { readonly kind: One } & ConstraintAnnotations & RowKinds[One];
}[Kind];

export type Row = RowOf<keyof RowKinds>;

export type CheckTable = readonly Row[];
