import type { Answered } from "../exchange.ts";
import type { Session } from "../session.ts";

/** Says what is wrong, each in a sentence; undefined where there is nothing to say about the exchange. */
export type ExchangeCheck = (exchange: Answered, session: Session) => string[] | undefined;
