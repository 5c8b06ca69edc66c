import { captionStyle } from '../../src/locales/en/caption-style.ts';
import { captionsMenu } from '../../src/locales/en/captions-menu.ts';
import { captions } from '../../src/locales/en/captions.ts';
import { consent } from '../../src/locales/en/consent.ts';
import { player } from '../../src/locales/en/player.ts';
import { recorder } from '../../src/locales/en/recorder.ts';
import { transcript } from '../../src/locales/en/transcript.ts';
import { uploaderCaptions } from '../../src/locales/en/author/uploader-captions.ts';
import { uploaderDetails } from '../../src/locales/en/author/uploader-details.ts';
import { uploaderPoster } from '../../src/locales/en/author/uploader-poster.ts';
import { uploaderShare } from '../../src/locales/en/author/uploader-share.ts';
import { uploaderTrim } from '../../src/locales/en/author/uploader-trim.ts';
import { uploader } from '../../src/locales/en/uploader.ts';
import { pluralize, type Plural } from '../../src/locales/format/plural.ts';

const english = {
  ...{ captions, captionsMenu, captionStyle, consent, player, recorder, transcript },
  ...{ uploader, uploaderCaptions, uploaderDetails, uploaderPoster, uploaderShare, uploaderTrim },
};

type Elements = typeof english;

/** The name of a text that an element shows: `uploader.pause`. */
export type WordKey = {
  [Element in keyof Elements]: `${Element}.${keyof Elements[Element] & string}`;
}[keyof Elements];

/** A text as it shows in English, so that a test does not repeat it. `values` replace `{name}`. */
export function words(key: WordKey, values: Readonly<Record<string, string | number>> = {}): string {
  const [element = '', name = ''] = key.split('.');
  const texts: Readonly<Record<string, Readonly<Record<string, string | Plural>>>> = english;
  const text = texts[element]?.[name];
  if (text === undefined) throw new TypeError(`There is no text ${key}.`);
  const form = typeof text === 'string' ? text : pluralize(text, Number(values['count']), 'en');
  return form.replace(/\{(\w+)\}/g, (_place, value: string) => {
    if (!(value in values)) throw new TypeError(`${key} wants a value for ${value}.`);
    return String(values[value]);
  });
}
