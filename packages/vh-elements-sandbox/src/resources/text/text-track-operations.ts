import { PAGE, pageOf } from '../../http/values/paging.ts';
import { ADDRESS, FLAG, TEXT, shows, text } from '../../http/values/shape.ts';
import { operation } from '../../routing/operation.ts';
import type { Shape } from '../../http/values/shape.ts';

const TAG = text('an IETF language tag', { pattern: '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$' });

/** A caption of a video. */
export const CAPTION = shows(
  { uri: TEXT, src: ADDRESS, srclang: TAG, languageName: TEXT, default: FLAG },
  'Caption',
);

/** The chapters of a video in one language. */
export const CHAPTER = shows({ uri: TEXT, src: ADDRESS, language: TAG }, 'Chapter');

/** What captions and chapters have in common. */
function operationsOf<T>(kind: 'captions' | 'chapters', one: string, track: Shape<T>) {
  const tag = kind === 'captions' ? 'Captions' : 'Chapters';
  const path = `/videos/:videoId/${kind}/:language`;
  const a = `${one.charAt(0).toUpperCase()}${one.slice(1)}`;
  return {
    upload: operation({
      ...{ id: `upload${a}`, method: 'POST', path, tag },
      summary: `Uploads a ${one}`,
      form: { file: 'A WebVTT or SubRip file of at most 5 MiB.' },
      answers: { 200: track },
    }),
    get: operation({
      ...{ id: `get${a}`, method: 'GET', path, tag },
      summary: `Shows a ${one}`,
      answers: { 200: track },
    }),
    delete: operation({
      ...{ id: `delete${a}`, method: 'DELETE', path, tag },
      summary: `Deletes a ${one}`,
      answers: { 204: null },
    }),
    list: operation({
      ...{ id: `list${tag}`, method: 'GET', path: `/videos/:videoId/${kind}`, tag },
      summary: `Lists the ${kind} of a video`,
      query: { page: PAGE },
      answers: { 200: pageOf(track) },
    }),
  };
}

export const TEXT_TRACKS = {
  captions: operationsOf('captions', 'caption', CAPTION),
  chapters: operationsOf('chapters', 'chapter', CHAPTER),
};

export const UPDATE_CAPTION = operation({
  ...{ id: 'updateCaption', method: 'PATCH', path: '/videos/:videoId/captions/:language', tag: 'Captions' },
  summary: 'Makes a caption the default, or no longer',
  body: { default: FLAG },
  example: { default: true },
  answers: { 200: CAPTION },
});

/** The operations on captions and chapters. */
export const TEXT_TRACK_OPERATIONS = [
  ...Object.values(TEXT_TRACKS.captions),
  UPDATE_CAPTION,
  ...Object.values(TEXT_TRACKS.chapters),
];
