import { formOf, KEY, textOf } from '../../../../support/sandbox/sandbox.ts';
import { png } from '../../../../support/sandbox/pictures.ts';
import type { SoakSite } from './soak-site.ts';

const EVENTS = [
  ...['video.encoding.quality.completed', 'live-stream.broadcast.started', 'live-stream.broadcast.ended'],
  ...['video.source.recorded', 'session.ended'],
];

/** What the owner of an account does now and then: keys, players, webhooks, rules of faults. */
export async function useAccount(site: SoakSite): Promise<void> {
  const key = { authorization: false as const };
  const signed = await site.sendFor(200, 'POST', '/auth/api-key', { ...key, json: { apiKey: KEY } });
  const refreshToken = textOf(signed.body, 'refresh_token');
  await site.sendFor(200, 'POST', '/auth/refresh', { ...key, json: { refreshToken } });
  await site.send('GET', '/videos', { authorization: 'Bearer none' });
  for (let count = 0; count < 2; count++)
    await site.sendFor(201, 'POST', '/webhooks', { json: { url: site.hooks.url, events: EVENTS } });
  const { body } = await site.sendFor(201, 'POST', '/players', { json: { name: 'Round' } });
  const playerId = textOf(body, 'playerId');
  const form = formOf(png(8, 8), { name: 'a.png' });
  form.append('link', 'https://example.org');
  await site.send('POST', `/players/${playerId}/logo`, { form });
  const rule = { match: { path: '/videos/viNone' }, act: { answer: { status: 503 } } };
  await site.send('POST', '/_sandbox/faults', { json: rule });
  await site.send('DELETE', '/_sandbox/faults');
  await site.send('GET', '/_sandbox/deliveries');
}
