import { readFile } from 'node:fs/promises';
import { inRepository } from '../../../support/repository.ts';
import type { Trial } from './trial.ts';
import type { Visitor } from './visitor.ts';

/** A film of twelve seconds, by its path, for fields that take files. */
export const FILM = inRepository('test/media/tiny.mp4');

/** The bytes of a film. */
export const film = (file: string = FILM): Promise<Buffer> => readFile(file);

/** Makes a film that can be played, with captions of the languages: a text by its language. */
export async function makeFilm(
  { sandbox }: Trial,
  captions: Readonly<Record<string, string>> = {},
): Promise<string> {
  const videoId = await sandbox.upload(await film(), { title: 'Dusk' }, { timeout: 60_000 });
  for (const [language, text] of Object.entries(captions)) {
    const form = new FormData();
    const cue = `WEBVTT\n\n00:00.000 --> 00:05.000\n${text}\n\n00:06.000 --> 00:11.000\n${text} 2\n`;
    form.append('file', new Blob([cue]), `${language}.vtt`);
    await sandbox.ask('POST', `/videos/${videoId}/captions/${language}`, form);
  }
  return videoId;
}

/** Starts the site, and opens the page of a film in it as a stranger. */
export async function openFilm(trial: Trial, videoId: string): Promise<Visitor> {
  const { origin } = await trial.site();
  const visitor = await trial.visitor(origin);
  await visitor.open(`/?video=${videoId}`);
  return visitor;
}

/** Plays the film, and waits until it moves. */
export async function playFilm(trial: Trial, visitor: Visitor): Promise<void> {
  await visitor.play();
  await trial.until('the film plays', async () => (await visitor.time()) > 0);
}
