/** A server that a page of the reference can call. */
export interface Server {
  /** What it is called: `mock`. */
  name: string;
  /** Where it listens, without a slash at the end. */
  url: string;
  /** Path on the site that leads to it. */
  path: string;
  /** Credentials that it takes; absent where it takes any. */
  user?: string;
  password?: string;
  /** Page that shows what it holds. */
  console?: string;
}

/** Servers that run beside the site. `npm start` names them in DOCS_SERVERS; a site that is built alone has none. */
export function readServers(): Server[] {
  const given = JSON.parse(process.env.DOCS_SERVERS ?? "[]") as Omit<Server, "path">[];
  return given.map((server) => ({ ...server, path: `/try/${server.name}` }));
}
