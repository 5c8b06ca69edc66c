import { openAsBlob } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServiceClient } from './service-client.ts';

/** A film of the demo: `name` is that of its files in `media`, and by which it is found again. */
interface Film {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isPrivate?: boolean;
  readonly captions?: readonly string[];
  readonly chapters?: readonly string[];
}

const SAMPLE: Film = {
  name: 'sample',
  title: 'One day in the hills',
  description: 'The sample video of vh-elements, drawn by a script.',
  captions: ['en', 'de', 'fr'],
  chapters: ['en'],
};

/** What the page of the player shows beside the sample: parts of it, each a film of its own. */
const OTHERS: readonly Film[] = [
  { name: 'northern-lights', title: 'Northern lights', description: 'Midnight in the hills.' },
  {
    name: 'golden-hour',
    title: 'Golden hour',
    description: 'For those only whom the site allows.',
    isPrivate: true,
  },
];

// From .build/demo as from demo: the media lie in the repository.
const media = (name: string) => fileURLToPath(new URL(`../../demo/media/${name}`, import.meta.url));

/** The live stream that the sandbox's built-in source broadcasts. */
export async function findLiveStream(service: ServiceClient): Promise<string | undefined> {
  const { data } = await service.get<{ data: { liveStreamId: string }[] }>('/live-streams?name=Synthetic');
  return data[0]?.liveStreamId;
}

/** Puts the sample video into a service that does not have it yet, as any client would; returns its id. */
export const seedSample = (service: ServiceClient): Promise<string> => seedFilm(service, SAMPLE);

/** The other films, one after the other; returns their ids by name. */
export async function seedOthers(service: ServiceClient): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const film of OTHERS) ids[film.name] = await seedFilm(service, film);
  return ids;
}

async function seedFilm(service: ServiceClient, film: Film): Promise<string> {
  const { name, title, description, isPrivate = false } = film;
  const query = new URLSearchParams({ 'metadata[demo]': name });
  const { data } = await service.get<{ data: { videoId: string }[] }>(`/videos?${query.toString()}`);
  if (data[0]) return data[0].videoId;
  const { videoId } = await service.post<{ videoId: string }>('/videos', {
    title,
    description,
    public: !isPrivate,
    metadata: [{ key: 'demo', value: name }],
  });
  const path = `/videos/${videoId}`;
  // Before the film: a service that can take one from it does not then, and one that cannot has a picture all the same.
  await service.post(`${path}/thumbnail`, await form(`${name}.jpg`, 'image/jpeg'));
  await service.post(`${path}/source`, await form(`${name}.mp4`, 'video/mp4'));
  for (const language of film.captions ?? [])
    await service.post(`${path}/captions/${language}`, await form(`${name}.${language}.vtt`, 'text/vtt'));
  for (const language of film.chapters ?? [])
    await service.post(`${path}/chapters/${language}`, await form(`chapters.${language}.vtt`, 'text/vtt'));
  return videoId;
}

async function form(name: string, type: string): Promise<FormData> {
  const body = new FormData();
  body.set('file', await openAsBlob(media(name), { type }), name);
  return body;
}
