import { once } from 'node:events';
import { createServer } from 'node:net';

/** A free port, as the system assigns them: never the same one twice in a row. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
