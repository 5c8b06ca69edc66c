import type { PlaybackSource } from '../../../playback/index.ts';
import type { PlayerWords } from '../../../locales/en/player.ts';
import { formatDuration } from '../format/format-time.ts';

/** A part of a view: an element's name, its attributes, its content. Drawn by a browser, written by a server. */
export type Piece = readonly [
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  content: string | readonly Piece[],
];

/** The one icon before the others are loaded. */
const PLAY: Piece = [
  'svg',
  { 'class': 'icon', 'viewBox': '0 0 24 24', 'aria-hidden': 'true' },
  [['path', { d: 'M8 5.2v13.6L18.8 12z' }, '']],
];

/** The content of the facade. */
export interface FacadeContent {
  title: string | undefined;
  source?: Pick<PlaybackSource, 'kind' | 'duration'> | undefined;
  /** Seconds, when no other source is known; anything but a number is not shown. */
  duration?: number | undefined;
  /** True while it cannot be played yet. */
  isWaiting: boolean;
  /** Why it could not be loaded, where no controls have come to say so; the button tries again. */
  problem?: string | undefined;
  words: Pick<PlayerWords, 'play' | 'playTitle' | 'processing' | 'upcoming'>;
}

/** A player before it plays: one button as large as the poster, and a few words over it. The same elements, whatever it says. */
export function facade(content: FacadeContent): Piece {
  const { title, source, duration = NaN, isWaiting, problem, words } = content;
  const corner = problem ?? formatDuration(source?.duration ?? duration);
  const label = title ? words.playTitle.replace('{title}', () => title) : words.play;
  const wait = isWaiting ? words[source?.kind === 'live-stream' ? 'upcoming' : 'processing'] : '';
  const big: Piece = ['span', { class: 'big' }, [PLAY]];
  return [
    'div',
    { class: 'facade' },
    [
      [
        'button',
        { 'class': 'start', 'part': 'play-button', 'aria-label': label, 'hidden': unless(!wait) },
        [big],
      ],
      // The focus of the button that goes is here meanwhile.
      ['span', { class: 'note wait', role: 'status', tabindex: '-1', hidden: unless(wait) }, wait],
      // Over the ground of a video that is processed, too.
      ['span', { class: 'title', part: 'title', hidden: unless(title) }, [['bdi', {}, title ?? '']]],
      [
        'span',
        { class: 'note time', part: 'duration', role: problem && 'alert', hidden: unless(corner && !wait) },
        corner,
      ],
    ],
  ];
}

/** The `hidden` of what shows only then. */
const unless = (isShown: unknown): '' | undefined => (isShown ? undefined : '');

/** Shows a facade beside its video, or changes the one that is `shown`; a press of its button calls `start`. */
export function showFacade(
  content: FacadeContent,
  media: HTMLVideoElement,
  start: () => void,
  shown?: Element,
): Element {
  const view = facade({ ...content, duration: media.duration });
  const element = shown ?? make(view);
  draw(view, element);
  const button = element.querySelector('button');
  if (button) button.onclick = start;
  if (!element.isConnected) media.after(element);
  return element;
}

/**
 * Makes an element what a piece says. Its children stay the same ones, with their focus and their press. The few elements of
 * the facade need no template library before playback.
 */
function draw([, attributes, content]: Piece, element: Element): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
  if (typeof content !== 'string')
    content.forEach((part, at) => draw(part, element.children[at] ?? element.appendChild(make(part))));
  else if (element.textContent !== content) element.textContent = content;
}

function make([name]: Piece): Element {
  const isIcon = 'svg path'.includes(name);
  return document.createElementNS(`http://www.w3.org/${isIcon ? '2000/svg' : '1999/xhtml'}`, name);
}
