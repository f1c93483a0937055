import type { LogSettings } from "../../observe/logger.ts";
import type { TrustProxy } from "./client-address.ts";

/** Milliseconds after which a connection is given up. */
export interface Timeouts {
  /** For the headers of a request to arrive; 10,000 if absent. */
  headers?: number;
  /** For a whole request to arrive; 30,000 if absent. */
  request?: number;
  /** Between two requests; 72,000 if absent. */
  keepAlive?: number;
  /** Milliseconds after the start of `close` at which open connections are cut; 30,000 if absent. */
  close?: number;
}

/** Milliseconds after which a server closes even if its connections never end. */
export const maxDrain = 30_000;

/** Settings of a standalone server, apart from its contract. */
export interface ServerSettings extends LogSettings {
  /** The proxies that are trusted with the client's address; none if absent. */
  trustProxy?: TrustProxy;
  timeouts?: Timeouts;
}

/** Node's options for timeouts. */
export function timeoutOptions({
  headers = 10_000,
  request = 30_000,
  keepAlive = 72_000,
}: Timeouts = {}) {
  return {
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: keepAlive,
    connectionsCheckingInterval: Math.max(50, Math.min(5_000, headers / 2, request / 2)),
    // Node answers a request without Host by itself, without a body.
    requireHostHeader: false,
  };
}
