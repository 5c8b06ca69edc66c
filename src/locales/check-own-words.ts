import { isNearly } from '../core/is-nearly.ts';
import { reportSetup } from '../core/setup/report-setup.ts';
import { captionStyle } from './en/caption-style.ts';
import { captionsMenu } from './en/captions-menu.ts';
import { captions } from './en/captions.ts';
import { consent } from './en/consent.ts';
import { player } from './en/player.ts';
import { recorder } from './en/recorder.ts';
import { transcript } from './en/transcript.ts';
import { uploaderCaptions } from './en/author/uploader-captions.ts';
import { uploaderDetails } from './en/author/uploader-details.ts';
import { uploaderPoster } from './en/author/uploader-poster.ts';
import { uploaderShare } from './en/author/uploader-share.ts';
import { uploaderTrim } from './en/author/uploader-trim.ts';
import { uploader } from './en/uploader.ts';
import type { ElementWords } from './element-words.ts';
import { fit } from './fit-text.ts';
import type { Plural } from './format/plural.ts';

const english: ElementWords = {
  ...{
    uploader,
    uploaderCaptions,
    uploaderDetails,
    uploaderPoster,
    uploaderShare,
    uploaderTrim,
    recorder,
    player,
    captions,
  },
  ...{ consent, captionsMenu, captionStyle, transcript },
};

/** Warns the author of texts that nothing shows: of a name that is none, a value that is no text, a place that is never filled. */
export function checkOwnWords(words: unknown): void {
  for (const [language, elements] of entriesOf(words)) {
    if (!isLanguage(language)) report(`"${language}" is not a language tag, such as "en" or "pt-BR".`);
    for (const [element, texts] of entriesOf(elements)) {
      const originals = entriesOf(english).find(([name]) => name === element)?.[1];
      if (!originals) report(missing('element', element, Object.keys(english)));
      else for (const [name, text] of entriesOf(texts)) checkText(element, originals, name, text);
    }
  }
}

function checkText(element: string, originals: unknown, name: string, text: unknown): void {
  const known = new Map(entriesOf(originals));
  const path = `${element}.${name}`;
  const original = known.get(name);
  if (original === undefined) {
    report(
      missing(
        'text',
        path,
        [...known.keys()].map((one) => `${element}.${one}`),
      ),
    );
    return;
  }
  const own = fit(text, original);
  if (own === undefined) {
    const shape = typeof original === 'string' ? 'a text' : 'a text, or { one: …, other: … }';
    report(`"${path}" is ignored: the value is ${shape}.`);
    return;
  }
  const places = placesOf(original as string | Plural);
  const unknown = placesOf(own).find((place) => !places.includes(place));
  if (unknown !== undefined)
    report(`"${path}" has no ${unknown}. It has ${places.join(', ') || 'nothing to fill in'}.`);
}

const report = (sentence: string) => reportSetup('invalid-use', `configure({ words }): ${sentence}`);

function missing(what: string, given: string, known: readonly string[]): string {
  const meant = known.find((one) => isNearly(given.toLowerCase(), one.toLowerCase()));
  return `there is no ${what} "${given}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`;
}

const placesOf = (text: string | Plural): string[] =>
  (typeof text === 'string' ? [text] : Object.values(text)).flatMap((form) => form.match(/\{\w+\}/g) ?? []);

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
