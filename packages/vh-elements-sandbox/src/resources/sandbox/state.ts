import { Attributes } from '../../http/values/attributes.ts';
import { readDuration } from '../../http/values/duration.ts';
import { readJsonBody } from '../../http/body/read-json-body.ts';
import { sendEmpty, sendJson } from '../../http/respond.ts';
import type { RegisterRoutes, Services } from '../../services/services.ts';

/** The state as a whole, version 1: reset, the clock, and the logs. */
export const registerStateRoutes: RegisterRoutes = (services) => {
  const { controls, state } = services;

  controls.onState('POST', '/reset', async (exchange) => {
    await state.reset();
    sendEmpty(exchange);
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
