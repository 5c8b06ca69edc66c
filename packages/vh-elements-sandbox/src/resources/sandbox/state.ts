import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Attributes } from '../../http/values/attributes.ts';
import { readDuration } from '../../http/values/duration.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { param } from '../../http/exchange.ts';
import { notFound } from '../../http/problem.ts';
import { timestamp } from '../../http/values/timestamp.ts';
import { plantSeed } from '../seed/plant-seed.ts';
import { readSeed } from '../seed/read-seed.ts';
import { Snapshots } from '../../state/snapshots.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import type { RegisterRoutes, Services } from '../../services/services.ts';

/** The state as a whole, version 1: reset, snapshots, one file, the clock, and the logs. */
export const registerStateRoutes: RegisterRoutes = (services) => {
  const { controls, state } = services;

  controls.onState('POST', '/reset', async (exchange) => {
    await state.reset();
    sendEmpty(exchange);
  });

  controls.onState('GET', '/snapshots', (exchange) => {
    const snapshots = state
      .snapshots()
      .map(({ name, createdAt }) => ({ name, createdAt: timestamp(createdAt) }));
    sendJson(exchange, 200, { snapshots });
  });

  controls.onState('POST', '/snapshots', async (exchange) => {
    const name = readName(await readJsonBody(exchange.request));
    await state.keep(name);
    sendJson(exchange, 201, { name });
  });

  controls.onState('DELETE', '/snapshots/:name', async (exchange) => {
    if (!(await state.forget(param(exchange, 'name')))) throw notFound('name');
    sendEmpty(exchange);
  });

  controls.onState('POST', '/restore', async (exchange) => {
    const name = readName(await readJsonBody(exchange.request));
    if (!(await state.restore(name))) throw notFound('name');
    sendEmpty(exchange);
  });

  controls.onState('GET', '/export', async ({ response }) => {
    const { size, bytes, end } = await state.export();
    try {
      const disposition = 'attachment; filename="vh-elements-sandbox.tar"';
      const type = 'application/x-tar';
      response.writeHead(200, {
        'content-type': type,
        'content-length': size,
        'content-disposition': disposition,
      });
      await pipeline(Readable.from(bytes), response);
    } finally {
      end();
    }
  });

  controls.onState('POST', '/import', async (exchange) => {
    const { request } = exchange;
    try {
      await state.import(request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>);
    } finally {
      // The rest is read and let go, so that the client gets to see the answer.
      request.resume();
    }
    sendEmpty(exchange);
  });

  controls.onState('POST', '/seed', async (exchange) => {
    const seed = readSeed(await readJsonBody(exchange.request));
    sendJson(exchange, 201, await state.aloneIn(services.database, () => plantSeed(services, seed)));
  });

  controls.onState('GET', '/clock', (exchange) => {
    sendJson(exchange, 200, clockBody(services));
  });

  controls.onState('POST', '/clock', async (exchange) => {
    const milliseconds = readAdvance(await readJsonBody(exchange.request));
    const fired = await state.advance(milliseconds);
    sendJson(exchange, 200, { ...clockBody(services), fired });
  });

  controls.onState('DELETE', '/requests', (exchange) => {
    services.requestLog.clear();
    sendEmpty(exchange);
  });

  controls.onState('DELETE', '/deliveries', (exchange) => {
    services.deliveries.clear();
    sendEmpty(exchange);
  });

  controls.onState('DELETE', '/sessions', (exchange) => {
    services.sessionSizes.removeAll();
    sendEmpty(exchange);
  });

  controls.onState('DELETE', '/events', (exchange) => {
    services.sessionSizes.removeEvents();
    sendEmpty(exchange);
  });
};

function readName(body: Readonly<Record<string, unknown>>): string {
  const attributes = new Attributes(body);
  const name = attributes.requiredText('name');
  if (name !== '' && !Snapshots.isName(name))
    attributes.refuse('name', '"name" must be up to 64 letters, digits, dots, dashes and underscores.');
  attributes.finish();
  return name;
}

function clockBody({ clock }: Services): Record<string, unknown> {
  return { now: new Date(clock.now()).toISOString(), aheadMs: Math.round(clock.ahead) };
}

function readAdvance(body: Readonly<Record<string, unknown>>): number {
  const attributes = new Attributes(body);
  const text = attributes.requiredText('advance');
  const milliseconds = readDuration(text);
  if (text !== '' && milliseconds === undefined)
    attributes.refuse(
      'advance',
      '"advance" must be a duration such as 90s, 3h, 1d12h or 365d: ten years at most.',
    );
  attributes.finish();
  return milliseconds ?? 0;
}
