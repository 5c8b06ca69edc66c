import { readFileSync } from 'node:fs';
import { readFaces, readStyles, type Manifest } from '../../../../demo/playground/face/read-faces.ts';
import {
  textOf,
  untouched,
  valueOfAttribute,
  type Choice,
  type Offer,
} from '../../../../demo/playground/state/choice.ts';
import { inRepository } from '../../../support/repository.ts';
import type { Dice } from '../../../support/seeded.ts';

export const manifest = JSON.parse(readFileSync(inRepository('custom-elements.json'), 'utf8')) as Manifest;

/** What the playground's page offers. */
export const offer: Offer = {
  ...{ faces: readFaces(manifest), styles: readStyles(manifest) },
  languages: ['ar', 'de', 'en', 'he', 'zh'],
  captions: ['en', 'de', 'fr'],
};

/** Texts that mean something in one of the languages of the code, or in an address. */
export const HARD_TEXTS = [
  'Dusk',
  '"quoted" & <b>bold</b> \'single\'',
  '</script><script>alert(1)</script>',
  '{{ 7 * 7 }} {name} {#if x} {@html y}',
  "{{ \\'it\\'s\\' }} \"\\\\\"",
  '@if (true) { x } @user',
  '`${process.env.HOME}` \\n \\` \\${x}',
  "'''+__import__('os')+''' \\'",
  '<?php echo 1 ?> ?>',
  'a=b&c=d#e?f%41+g h;i',
  '日本語 עברית 👩‍👩‍👧 é',
  '&amp; &quot; &#123; &lbrace;',
  '*/ // <!-- ]]>',
  '0',
];

/** Some choice that a visitor can make; `texts` are those for attributes and slots. */
export function someChoice({ below, pick }: Dice, texts: readonly string[]): Choice {
  const face = pick([...offer.faces.values()]);
  const few = <Item>(items: readonly Item[]) =>
    items.filter(() => below(Math.max(2, Math.floor(items.length / 4))) === 0);
  const attributes = few(face.attributes).flatMap((one): [string, string][] => {
    const value = {
      switch: '',
      number: String(below(1000)),
      choice: pick([...one.words, '']),
      text: pick(texts),
    }[one.kind];
    const valid = valueOfAttribute(one, value);
    return valid === undefined ? [] : [[one.name, valid]];
  });
  const colour = () =>
    `#${below(2 ** 24)
      .toString(16)
      .padStart(6, '0')}`;
  return {
    ...untouched(face.tag),
    attributes: new Map(attributes),
    slots: new Map(few(face.slots).map(({ name }) => [name, textOf(pick(texts))])),
    theme: new Map(
      few(offer.styles).map(({ name, kind }) => [name, kind === 'colour' ? colour() : `${below(33)}px`]),
    ),
    scheme: pick(['', 'light', 'dark'] as const),
    language: pick(['', ...offer.languages]),
    captions: face.tag === 'vh-player' ? few(offer.captions) : [],
  };
}
