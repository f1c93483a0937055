/** A token as processes share it. Times are epoch milliseconds. */
export interface StoredToken {
  token: string;
  issued: number;
  expires: number;
}

/** Where the processes of a fleet share a token, so that not each of them obtains its own. It holds a secret. */
export interface TokenStore {
  /** The token that was set last. */
  get(): StoredToken | undefined | Promise<StoredToken | undefined>;
  /** Replaces it. */
  set(token: StoredToken): unknown;
}
