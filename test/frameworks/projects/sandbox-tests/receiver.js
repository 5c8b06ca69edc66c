import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';

/** The site's own server, as far as webhooks go: it keeps what it is sent, and answers with a status. */
export async function startReceiver(status = 200) {
  const received = [];
  const news = new EventEmitter();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { headers } = request;
    received.push({ body, event: JSON.parse(body), signature: headers['x-api-video-signature'] });
    response.writeHead(status).end();
    news.emit('one');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    received,
    url: `http://127.0.0.1:${server.address().port}/webhooks`,
    /** Waits for so many in all: a busy machine may let time go on before a slow answer has come. */
    count: async (wanted) => {
      while (received.length < wanted) await once(news, 'one', { signal: AbortSignal.timeout(60_000) });
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export function signatureOf(body, secret) {
  return createHmac('sha256', secret).update(body).digest('hex');
}
