import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";

/** A proxy that connects to whatever it is asked for, and notes it. */
export async function startProxy(): Promise<{ url: string; connected: string[]; close(): void }> {
  const connected: string[] = [];
  const server = createServer();
  server.on("connect", (request, socket) => {
    const { url = "" } = request;
    connected.push(url);
    const [host, port] = url.split(":");
    const target = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
    for (const end of [socket, target]) end.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, connected, close: () => void server.close() };
}
