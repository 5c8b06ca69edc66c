import { formOf, textOf } from '../../../../support/sandbox/sandbox.ts';
import { Delivery } from '../../../../support/sandbox/collector.ts';
import { png } from '../../../../support/sandbox/pictures.ts';
import type { SoakSite } from './soak-site.ts';

const VTT = new TextEncoder().encode('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n');
const VIEWERS = 5;

/** Viewers of a video that is whole: first of a public one, then of a private one. */
export async function watch(site: SoakSite, videoId: string, round: number): Promise<void> {
  const where = `/videos/${videoId}`;
  await site.sendFor(200, 'POST', `${where}/captions/en`, { form: formOf(VTT, { name: 'en.vtt' }) });
  await site.sendFor(200, 'POST', `${where}/chapters/en`, { form: formOf(VTT, { name: 'en.vtt' }) });
  await site.send('POST', `${where}/thumbnail`, { form: formOf(png(8, 8), { name: 'a.png' }) });
  for (const list of [
    ...['?pageSize=25', '?tags[]=soak', `?metadata[round]=${round}`, '?title=round', '?sortBy=title'],
  ])
    await site.sendFor(200, 'GET', `/videos${list}`);
  const base = `/assets/vod/${videoId}/hls/`;
  const files = await filesOf(site, `${base}manifest.m3u8`);
  for (let viewer = 0; viewer < VIEWERS; viewer++) {
    for (const file of files) await site.sendFor(200, 'GET', file);
    await report(site, videoId);
  }
  await site.send('GET', `/assets/vod/${videoId}/mp4/source.mp4`, { headers: { range: 'bytes=0-99' } });
  for (const path of [
    'analytics/videos/plays',
    `analytics/videos/${videoId}`,
    'videos/viNone',
    '_sandbox/log',
  ])
    await site.send('GET', `/${path}`);
  await site.sendFor(200, 'PATCH', where, { json: { public: false, title: `Private ${round}` } });
  for (let viewer = 0; viewer < VIEWERS; viewer++) await watchPrivately(site, videoId);
  await site.sendFor(204, 'DELETE', `${where}/captions/en`);
}

/** A token that becomes a session, which then opens the rest; both end after a day. */
async function watchPrivately(site: SoakSite, videoId: string): Promise<void> {
  const { assets } = await site.read<{ assets: { hls: string } }>(`/videos/${videoId}`);
  const { pathname } = new URL(assets.hls);
  const ask = { authorization: false as const };
  const { headers } = await site.sendFor(200, 'GET', pathname, ask);
  const session = headers.get('x-token-session') ?? '';
  await site.sendFor(200, 'GET', pathname, { ...ask, headers: { 'x-token-session': session } });
  await site.sendFor(404, 'GET', pathname, ask);
}

/** Session events in all the formats that a player may send. */
async function report(site: SoakSite, videoId: string): Promise<void> {
  const delivery = new Delivery(videoId, site.now)
    .event('play', { at: 0 })
    .event('pause', { at: 4 })
    .event('leave', { at: 4 });
  const send = (where: string, body: string) =>
    site.sendFor(200, 'POST', `/collector/${where}`, { authorization: false, body });
  await send('events', JSON.stringify(delivery));
  const sid = delivery.viewing.id;
  await send('cmcd', `e=ps,cid="${videoId}",sid="${sid}",sn=0,sta=p,ts=${site.now},v=2`);
  const session = { video_id: videoId, loaded_at: new Date(site.now).toISOString(), metadata: [] };
  const event = { type: 'play', emitted_at: new Date(site.now).toISOString(), at: 0 };
  const { body } = await send(
    'vod',
    JSON.stringify({ session, emitted_at: event.emitted_at, events: [event] }),
  );
  await site.sendFor(200, 'GET', `/analytics/sessions/${textOf(body, 'session')}/events`);
}

/** Every playlist and segment below a playlist. */
async function filesOf(site: SoakSite, playlist: string): Promise<string[]> {
  const { text } = await site.sendFor(200, 'GET', playlist);
  const found = (text.match(/^[^#\s].*$/gm) ?? []).map((name) => new URL(name, site.url + playlist).pathname);
  const inner = await Promise.all(
    found.filter((name) => name.endsWith('.m3u8')).map((name) => filesOf(site, name)),
  );
  return [playlist, ...found.filter((name) => !name.endsWith('.m3u8')), ...inner.flat()];
}
