import { RtmpEncoder } from '../../../../support/sandbox/rtmp-encoder.ts';
import { textOf } from '../../../../support/sandbox/sandbox.ts';
import type { SoakSite } from './soak-site.ts';

const MEDIA = RtmpEncoder.encode(4);

/** An encoder that publishes for a while and is cut off, and viewers of its stream. */
export async function publish(site: SoakSite): Promise<void> {
  const { body } = await site.sendFor(200, 'POST', '/live-streams', {
    json: { name: 'By RTMP', record: true },
  });
  const liveStreamId = textOf(body, 'liveStreamId');
  const encoder = await RtmpEncoder.publish(site.rtmp, textOf(body, 'streamKey'));
  encoder.send(MEDIA);
  const folder = `/assets/live/${liveStreamId}`;
  await site.waitFor(
    async () => (await site.send('GET', `${folder}/playlist.m3u8`)).status === 200 || undefined,
  );
  const { text } = await site.sendFor(200, 'GET', `${folder}/playlist.m3u8`);
  for (const name of text.match(/^[^#\s].*$/gm) ?? [])
    await site.send('GET', new URL(name, `${site.url}${folder}/`).pathname);
  await site.send('GET', `${folder}/thumbnail.jpg`);
  const gone = encoder.hungUp();
  encoder.disconnect();
  await gone;
  // Longer than the source has to come back.
  await site.pass(90);
}
