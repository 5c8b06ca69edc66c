import { openAsBlob } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServiceClient } from './service-client.ts';

// From .build/demo as from demo: the media lie in the repository.
const media = (name: string) => fileURLToPath(new URL(`../../demo/media/${name}`, import.meta.url));
const LANGUAGES = ['en', 'de', 'fr'];

/** The live stream that the sandbox's built-in source broadcasts. */
export async function findLiveStream(service: ServiceClient): Promise<string | undefined> {
  const { data } = await service.get<{ data: { liveStreamId: string }[] }>('/live-streams?name=Synthetic');
  return data[0]?.liveStreamId;
}

/** Puts the sample video into a service that does not have it yet, as any client would; returns its id. */
export async function seedSample(service: ServiceClient): Promise<string> {
  const query = new URLSearchParams({ 'metadata[demo]': 'sample' });
  const { data } = await service.get<{ data: { videoId: string }[] }>(`/videos?${query.toString()}`);
  if (data[0]) return data[0].videoId;
  const { videoId } = await service.post<{ videoId: string }>('/videos', {
    title: 'One day in the hills',
    description: 'The sample video of vh-elements, drawn by a script.',
    metadata: [{ key: 'demo', value: 'sample' }],
  });
  const path = `/videos/${videoId}`;
  // Before the film: a service that can take one from it does not then, and one that cannot has a picture all the same.
  await service.post(`${path}/thumbnail`, await form('sample.jpg', 'image/jpeg'));
  await service.post(`${path}/source`, await form('sample.mp4', 'video/mp4'));
  for (const language of LANGUAGES) {
    await service.post(`${path}/captions/${language}`, await form(`sample.${language}.vtt`, 'text/vtt'));
  }
  await service.post(`${path}/chapters/en`, await form('chapters.en.vtt', 'text/vtt'));
  return videoId;
}

async function form(name: string, type: string): Promise<FormData> {
  const body = new FormData();
  body.set('file', await openAsBlob(media(name), { type }), name);
  return body;
}
