import type { Choice, Offer } from '../state/choice.ts';

/** An element as a page writes it. */
export interface Piece {
  readonly tag: string;
  /** The name of its React component. */
  readonly className: string;
  readonly attributes: readonly WrittenAttribute[];
  readonly children: readonly Child[];
}

export interface WrittenAttribute {
  readonly name: string;
  readonly prop: string;
  /** True for a switch that is on. */
  readonly value: string | true;
  readonly isNumber: boolean;
}

/** What stands in an element: a text in a slot, or a file of captions. */
export type Child =
  | { readonly slot: string; readonly text: string }
  | {
      readonly language: string;
      readonly label: string;
      readonly address: string;
      readonly isFirst: boolean;
    };

/** Where the page's own things are. */
export interface Places {
  readonly backend: string;
  readonly videoId: string;
  /** The film as a file, for captions that are files beside it: the service's film brings its own. */
  readonly file: { readonly src: string; readonly poster: string };
  readonly captions: (language: string) => string;
}

/** The places as the code to copy writes them. */
export const placesInCode = (videoId: string): Places => ({
  ...{ backend: '/vh', videoId, file: { src: '/films/film.mp4', poster: '/films/film.jpg' } },
  captions: (language) => `/films/film.${language}.vtt`,
});

const FILM = 'film';

/** What a page has of a choice: the element, and the one that it belongs to. */
export function piecesOf(choice: Choice, offer: Offer, places: Places): Piece[] {
  const { tag } = choice;
  const chosen = pieceOf(choice, offer, places);
  if (tag === 'vh-captions-picker' || tag === 'vh-transcript')
    return [chosen, companion('vh-player', choice, offer, places)];
  if (tag === 'vh-upload-status') return [companion('vh-uploader', choice, offer, places), chosen];
  return [chosen];
}

function pieceOf(choice: Choice, offer: Offer, places: Places): Piece {
  const { tag, attributes, slots, captions } = choice;
  const face = offer.faces.get(tag);
  const written = (face?.attributes ?? []).flatMap(({ name, prop, kind }): WrittenAttribute[] => {
    const value = attributes.get(name);
    if (value === undefined) return [];
    const isNumber = kind === 'number' && /^[\d.]+$/.test(value);
    return [{ ...{ name, prop, isNumber }, value: kind === 'switch' ? true : value }];
  });
  const tracks = tag === 'vh-player' ? captions : [];
  return {
    ...{ tag, className: face?.className ?? '' },
    attributes: [...givenOf(tag, places, tracks.length > 0), ...languageOf(choice), ...written],
    children: [
      ...tracks.map((language, index) => ({
        ...{ language, label: nameOfLanguage(language) },
        ...{ address: places.captions(language), isFirst: index === 0 },
      })),
      ...(face?.slots ?? []).flatMap(({ name: slot }) => {
        const text = slots.get(slot);
        return text === undefined ? [] : [{ slot, text }];
      }),
    ],
  };
}

/** The element that another one belongs to, with nothing chosen but the language. */
function companion(tag: string, { language }: Choice, offer: Offer, places: Places): Piece {
  const plain: Choice = {
    ...{ tag, language, scheme: '', captions: [] },
    ...{ attributes: new Map(), slots: new Map(), theme: new Map() },
  };
  const piece = pieceOf(plain, offer, places);
  return tag === 'vh-player' ? { ...piece, attributes: [text('id', FILM), ...piece.attributes] } : piece;
}

function givenOf(tag: string, { backend, videoId, file }: Places, isFile: boolean): WrittenAttribute[] {
  if (isFile) return [text('src', file.src), text('poster', file.poster)];
  if (tag === 'vh-player') return [text('backend', backend), text('video-id', videoId, 'videoId')];
  if (tag === 'vh-uploader') return [text('backend', backend)];
  return tag === 'vh-upload-status' ? [] : [text('for', FILM, 'htmlFor')];
}

function languageOf({ language }: Choice): WrittenAttribute[] {
  if (language === '') return [];
  return [text('lang', language), ...(/^(?:ar|he)\b/.test(language) ? [text('dir', 'rtl')] : [])];
}

const text = (name: string, value: string, prop = name): WrittenAttribute => ({
  ...{ name, prop, value, isNumber: false },
});

/** A language by its own name. */
export const nameOfLanguage = (tag: string) =>
  new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
