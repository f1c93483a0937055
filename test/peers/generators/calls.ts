// The same calls with three generated clients, each as its own documentation writes them.

/** A generated module. */
// biome-ignore lint/suspicious/noExplicitAny: it exists only when the test runs
export type Generated = Record<string, any>;

/** An error of the service, as a caller gets it. */
export interface CallError {
  status: unknown;
  body: unknown;
}

/** The operations of `probe.yaml`. Each gives the result of its call. */
export interface Calls {
  getFile(name: string): Promise<unknown>;
  search(ids: string[], tags: string[]): Promise<unknown>;
  sendNumber(id: bigint): Promise<unknown>;
  sendShape(shape: object): Promise<unknown>;
  addNote(): Promise<unknown>;
  pay(name: string): Promise<CallError>;
  readPrivate(): Promise<unknown>;
  readKeyed(): Promise<unknown>;
  readPublic(): Promise<unknown>;
}

const token = "secret";
const key = "key";

/** Ours, generated with `--int64 bigint`. */
export function callOurs({ createProbeClient }: Generated, baseUrl: string): Calls {
  const probe = createProbeClient({
    baseUrl,
    retry: false,
    credentials: { Token: token, Key: key },
  });
  return {
    getFile: (name) => probe.getFile(name),
    search: (ids, tags) => probe.search({ ids, tags }),
    sendNumber: (id) => probe.sendNumber({ id }),
    sendShape: (shape) => probe.sendShape(shape),
    addNote: () => probe.addNote(),
    pay: (name) =>
      probe.pay({ name }).then(
        () => ({ status: 200, body: undefined }),
        ({ status, details }: Generated) => ({ status, body: details }),
      ),
    readPrivate: () => probe.readPrivate(),
    readKeyed: () => probe.readKeyed(),
    readPublic: () => probe.readPublic(),
  };
}

/** That of hey-api, with its transformers for `bigint`. */
export function callHeyApi(sdk: Generated, { client }: Generated, baseUrl: string): Calls {
  const auth = ({ type }: { type: string }) => (type === "http" ? token : key);
  client.setConfig({ baseUrl, auth });
  const dataOf = async (call: Promise<Generated>): Promise<unknown> => {
    const { data, error } = await call;
    if (error !== undefined) throw error;
    return data;
  };
  return {
    getFile: (name) => dataOf(sdk.getFile({ path: { name } })),
    search: (ids, tags) => dataOf(sdk.search({ query: { ids, tags } })),
    sendNumber: (id) => dataOf(sdk.sendNumber({ body: { id } })),
    sendShape: (body) => dataOf(sdk.sendShape({ body })),
    addNote: () => dataOf(sdk.addNote()),
    pay: async (name) => {
      const { response, error } = await sdk.pay({ body: { name } });
      return { status: response.status, body: error };
    },
    readPrivate: () => dataOf(sdk.readPrivate()),
    readKeyed: () => dataOf(sdk.readKeyed()),
    readPublic: () => dataOf(sdk.readPublic()),
  };
}

/** That of orval with `client: "fetch"` and `useBigInt`. It takes no credentials. */
export function callOrval(api: Generated): Calls {
  const dataOf = async (call: Promise<Generated>): Promise<unknown> => (await call).data;
  return {
    getFile: (name) => dataOf(api.getFile(name)),
    search: (ids, tags) => dataOf(api.search({ ids, tags })),
    sendNumber: (id) => dataOf(api.sendNumber({ id })),
    sendShape: (shape) => dataOf(api.sendShape(shape)),
    addNote: () => dataOf(api.addNote()),
    pay: async (name) => {
      const { status, data } = await api.pay({ name });
      return { status, body: data };
    },
    readPrivate: () => dataOf(api.readPrivate()),
    readKeyed: () => dataOf(api.readKeyed()),
    readPublic: () => dataOf(api.readPublic()),
  };
}
