import type { IncomingMessage } from 'node:http';
import type { BusboyInstance } from '@fastify/busboy';

/** Milliseconds after which a parser that takes nothing more is looked at again. */
const RECHECK_MS = 250;

/** The client is gone: there is no one to answer. */
export class ConnectionCut extends Error {}

/**
 * Feeds the parser without tying the two together: a form that is broken must leave a connection to say so on. The
 * parser neither ends nor fails on some broken headers; when it takes nothing more though no file keeps it waiting, it
 * is given up. Returns the number of bytes.
 */
export function feed(
  request: IncomingMessage,
  busboy: BusboyInstance,
  isStoring: () => boolean,
): Promise<number> {
  let bytes = 0;
  let watch: NodeJS.Timeout | undefined;
  return new Promise<number>((resolve, reject) => {
    let wasStuck = false;
    watch = setInterval(() => {
      const isStuck = !isStoring() && (request.readableEnded || busboy.writableNeedDrain);
      if (isStuck && wasStuck) reject(new Error('the parser is stuck'));
      wasStuck = isStuck;
    }, RECHECK_MS);
    busboy.once('finish', () => {
      resolve(bytes);
    });
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    busboy.on('error', (error) => {
      reject(error instanceof Error ? error : new Error(String(error)));
    });
    const cut = () => {
      // With the last byte here, some may still wait for the parser: they are not read any more.
      if (!request.readableEnded) reject(new ConnectionCut('the connection was cut'));
    };
    request.once('error', cut);
    request.once('close', cut);
    // One that was cut before says so no second time.
    if (request.destroyed) cut();
    else request.pipe(busboy);
  }).finally(() => {
    clearInterval(watch);
    request.unpipe(busboy);
    request.resume();
  });
}
