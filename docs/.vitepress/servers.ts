/** A server that a page of the reference can call. */
export interface Server {
  /** What it is called: `mock`. */
  name: string;
  /** Where it listens, without a slash at the end. */
  url: string;
  /** Where a page reaches it: a path of the site, or its address. */
  path: string;
  /** Credentials that it takes; absent where it takes any. */
  user?: string;
  password?: string;
  /** Page that shows what it holds. */
  console?: string;
}

/** Stand in the code of a page for the address and the credentials of its reader. */
export const placeholders = { url: "BASEURL", key: "APIKEY", secret: "APISECRET" };

/** The servers of a machine on which `npm start` runs. */
const usualServers: Server[] = [
  {
    name: "sandbox",
    url: "http://127.0.0.1:4020",
    path: "http://127.0.0.1:4020",
    user: "sandbox-key",
    password: "sandbox-secret",
    console: "http://127.0.0.1:4020/_sandbox",
  },
  { name: "mock", url: "http://127.0.0.1:4010", path: "http://127.0.0.1:4010" },
];

/** Servers that run next to the site: `npm start` names them in DOCS_SERVERS. */
export function readServers(): Server[] {
  const given = JSON.parse(process.env.DOCS_SERVERS ?? "[]") as Omit<Server, "path">[];
  return given.length > 0
    ? given.map((server) => ({ ...server, path: `/try/${server.name}` }))
    : usualServers;
}
