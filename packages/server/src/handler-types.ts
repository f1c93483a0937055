export type { ServerSentEvent } from "@packages/contract/src/server-sent-event.ts";

import type { ServerRequest } from "./http/exchange.ts";
import type { Logger } from "./observe/logger.ts";
import type { Result } from "./response/result.ts";

/** Input and output of an operation; the generator writes one for each. */
export interface OperationShape {
  body: unknown;
  params: unknown;
  query: unknown;
  headers: unknown;
  /** Absent without cookies. */
  cookies?: unknown;
  /** Media type of the body; absent without a choice. */
  contentType?: unknown;
  /** Media types of successes; absent without a choice. */
  accepts?: unknown;
  /** The result of a success. */
  data: unknown;
  /** Whether a success has a message besides its result. */
  message: boolean;
  secured: boolean;
  idempotent: boolean;
  /** Details of each error by its code; with undefined if they may be left out. */
  errors: object;
  /** Body and headers of each response by its status. */
  responses: object;
}

/** A type whose fields with a default are there: the server fills them in. One that takes null still does. */
export type WithDefaults<Type, Names extends keyof NonNullable<Type>> =
  | (Omit<NonNullable<Type>, Names> & Required<Pick<NonNullable<Type>, Names>>)
  | Extract<Type, null>;

/** A body without the fields that are read-only, however deep: requests do not have them. */
export type Input<Type> = Type extends (infer Item)[]
  ? Input<Item>[]
  : Type extends object
    ? { [Key in keyof Type as IsReadOnly<Type, Key> extends true ? never : Key]: Input<Type[Key]> }
    : Type;

type IsReadOnly<Type, Key extends keyof Type> =
  (<Any>() => Any extends { [One in Key]: Type[One] } ? 1 : 2) extends <Any>() => Any extends {
    readonly [One in Key]: Type[One];
  }
    ? 1
    : 2
    ? true
    : false;

/** A form of which some fields are files. */
export type WithFiles<Type, Names extends keyof Type> = {
  [Key in keyof Type]: Key extends Names
    ? Type[Key] extends readonly unknown[] | undefined
      ? File[] | Extract<Type[Key], undefined>
      : File | Extract<Type[Key], undefined>
    : Type[Key];
};

/** A type whose keys are in lower case, as Node has the names of headers. */
export type LowerCaseKeys<Type> = {
  [Key in keyof Type as Key extends string ? Lowercase<Key> : never]: Type[Key];
};

/**
 * The given type, in which each field that the wanted type does not have is an `UnknownField`, however deep: a row of a
 * database may hold more than its caller may see, and TypeScript compares literals alone.
 */
export type Exact<Given, Wanted> = unknown extends Given
  ? Given
  : Given extends AsyncIterable<unknown>
    ? Given
    : Given extends readonly (infer Item)[]
      ? readonly Exact<Item, ItemOf<Wanted>>[]
      : Given extends object
        ? {
            [Name in keyof Given]: Name extends NameIn<Wanted>
              ? Exact<Given[Name], FieldIn<Wanted, Name>>
              : NotAny<Given[Name], UnknownField<Name>>;
          }
        : Given;

/** Stands in compiler errors for a field that the contract does not have. No value is one. */
export declare class UnknownField<Name> {
  private readonly isNotInTheContract: Name;
}

/** A value of type `any` would fit every other type. */
type NotAny<Value, Type> = 0 extends 1 & Value ? never : Type;

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;
type NameIn<Type> = Type extends unknown ? keyof Type : never;
type FieldIn<Type, Name> = Type extends unknown
  ? Name extends keyof Type
    ? Type[Name]
    : never
  : never;

/** Makes the results of an operation. */
export interface Reply<Shape extends OperationShape> {
  /**
   * A success.
   *
   * @param data the result; envelope, status and fields that can have one value only are added
   * @param message for people, in place of the contract's
   */
  ok: Shape["message"] extends true
    ? <Given extends Shape["data"]>(
        data: Given & Exact<Given, Shape["data"]>,
        message?: string,
      ) => Result
    : <Given extends Shape["data"]>(data: Given & Exact<Given, Shape["data"]>) => Result;
  /**
   * An error that the contract gives this operation; its status is the contract's.
   *
   * @param message for people, in place of the contract's
   * @param details further facts, in the shape of this error; they have to be given if the contract wants them
   */
  fail<Code extends keyof Shape["errors"] & string>(
    code: Code,
    ...messageAndDetails: MessageAndDetails<Shape["errors"][Code]>
  ): Result;
  /**
   * Any response that the contract gives this operation, as it is sent: one of several successes, an error that has no
   * code, or one with headers.
   *
   * @param body absent for a response without one
   * @param headers by name; those alone that the contract declares for the status
   */
  send<Status extends keyof Shape["responses"] & number>(
    status: Status,
    ...bodyAndHeaders: BodyAndHeaders<Shape["responses"][Status]>
  ): Result;
}

/** Optional and required parts of a failure besides its code. */
export type MessageAndDetails<Details> = undefined extends Details
  ? [message?: string | undefined, details?: Details]
  : [message: string | undefined, details: Details];

/** Body and headers of a response; headers may be left out if none is required. */
export type BodyAndHeaders<Response> = Response extends { body: infer Body; headers: infer Headers }
  ? Record<never, never> extends Headers
    ? undefined extends Body
      ? [body?: Body, headers?: Headers]
      : [body: Body, headers?: Headers]
    : [body: Body, headers: Headers]
  : never;

/** The argument of a handler. */
export interface Context<Shape extends OperationShape, Caller, Transaction> {
  /** Validated, without fields that the contract does not know, with defaults. */
  body: Shape["body"];
  params: Shape["params"];
  query: Shape["query"];
  /** The headers that the contract knows, in lower case. */
  headers: Shape["headers"];
  /** The cookies that the contract knows, if it knows some. */
  cookies: Shape["cookies"];
  /** Media type of the body, if the contract has several. */
  contentType: Shape["contentType"];
  /** The media type that the caller prefers for the response, if the contract has several. */
  accepts: Shape["accepts"];
  /** The caller, as the authenticator returned it. */
  caller: Shape["secured"] extends true ? Caller : undefined;
  callerId: Shape["secured"] extends true ? string : undefined;
  /** The transaction that the idempotency store opened for this request; the remembered response is committed with it. */
  transaction: Shape["idempotent"] extends true ? Transaction : undefined;
  request: ServerRequest;
  /** Logs with the request's id. */
  log: Logger;
  reply: Reply<Shape>;
}

/** The argument of a handler whose requests have several media types: one of them, with its body. */
export type AnyContextOf<Shape extends OperationShape, Caller, Transaction> = Shape extends unknown
  ? Context<Shape, Caller, Transaction>
  : never;

/** Answers the requests of an operation. */
export type Handler<Shape extends OperationShape, Caller, Transaction> = (
  context: AnyContextOf<Shape, Caller, Transaction>,
) => Result | Promise<Result>;
