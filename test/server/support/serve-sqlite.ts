// A server on the guide's store for SQLite, as a process of its own: sends its address.
import { adapters } from "./adapters.ts";
import { anyCompany } from "./any-company.ts";
import { transferOnSqlite } from "./transfers.ts";

const [module = "", file = ""] = process.argv.slice(2);
const { openDatabase, SqliteIdempotencyStore } = await import(module);
const server = await adapters.node({
  authenticators: anyCompany,
  handlers: { createTransfer: transferOnSqlite },
  partial: true,
  idempotency: new SqliteIdempotencyStore(openDatabase(file)),
  logger: false,
} as never);
process.send?.(await server.listen({ port: 0, host: "127.0.0.1" }));
