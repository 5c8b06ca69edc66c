import { createServer, type AddressInfo, type Socket } from 'node:net';
import { APPLICATION, RtmpConnection, type RtmpNeeds } from './rtmp-connection.ts';

/** A place that encoders send to. */
export interface RtmpListening {
  /** Its address, without a stream key. */
  readonly url: string;
  close(): Promise<void>;
}

const USUAL_PORT = 1935;
const MOST_ENCODERS = 64;

/** Waits for encoders; `usual` takes the port that they know by heart, or any when that is taken. */
export async function listenRtmp(
  { port, host }: { port: number | 'usual'; host: string },
  needs: RtmpNeeds,
): Promise<RtmpListening> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    new RtmpConnection(socket, needs);
  });
  server.maxConnections = MOST_ENCODERS;
  const listen = (wanted: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  if (port === 'usual') await listen(USUAL_PORT).catch(() => listen(0));
  else await listen(port);
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `rtmp://${name}:${String(address.port)}/${APPLICATION}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}
