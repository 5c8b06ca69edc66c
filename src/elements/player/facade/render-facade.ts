import { css } from '../../css.ts';
import { webAddress } from '../../../core/wire/web-address.ts';
import { player as english } from '../../../locales/en/player.ts';
import { loadWords } from '../../../locales/load-words.ts';
import { amend } from '../../../locales/page-words.ts';
import { tokens } from '../../styling/tokens.ts';
import { facadeStyles } from './facade-styles.ts';
import { facade, type Piece } from './facade.ts';

/** The popover that a press opens before any script runs; the player finds it open. */
const PRESSED = 'pressed';
const pressedStyles = css`
  #pressed {
    position: fixed;
    inset: 0 auto auto 0;
    width: 1px;
    height: 1px;
    margin: 0;
    padding: 0;
    overflow: hidden;
    border: 0;
    clip-path: inset(50%);
  }

  .facade:has(~ :popover-open) .big {
    opacity: 0.6;
    animation: pressed 900ms ease-in-out infinite alternate;
  }

  @keyframes pressed {
    to {
      opacity: 1;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .facade:has(~ :popover-open) .big {
      animation: none;
    }
  }
`;

/** The player's view before any script of the page runs. */
export interface RenderedFacade {
  title?: string | undefined;
  /** The address of the poster; give the element the same `poster`. */
  poster?: string | undefined;
  /** Seconds. */
  duration?: number | undefined;
  /** BCP 47: the language of the page. */
  language?: string | undefined;
  /** Of the page's Content Security Policy, where that asks for one in `style-src`. */
  nonce?: string | undefined;
}

/**
 * Renders, on a server, what a player looks like before it plays, as a declarative shadow root. Write it inside a
 * `<vh-player>`, first of all. The player takes it over without a jump once its script is there, and plays if its button
 * was pressed before.
 */
export async function renderFacade(options: RenderedFacade): Promise<string> {
  const { title, poster = '', duration = NaN, language, nonce } = options;
  const original = { ...english, ...(language === undefined ? {} : (await loadWords(language))?.player) };
  const words = amend?.(original, 'player', language ?? 'en') ?? original;
  const isSafe = webAddress(poster, 'https://page.invalid') !== undefined;
  const still = poster && isSafe ? ` poster="${escapeText(poster)}"` : '';
  const styles = `<style${nonce === undefined ? '' : ` nonce="${escapeText(nonce)}"`}>${[tokens, facadeStyles, pressedStyles].map(({ cssText }) => cssText).join('')}</style>`;
  const video = `<video part="media" preload="none" playsinline aria-hidden="true"${still}></video>`;
  const start = textOf(facade({ title, duration, isWaiting: false, words })).replace(
    '<button',
    () => `<button popovertarget="${PRESSED}" popovertargetaction="show"`,
  );
  const pressed = `<span id="${PRESSED}" popover="manual" role="status">${escapeText(words.buffering)}</span>`;
  return `<template shadowrootmode="open" shadowrootdelegatesfocus>${styles}${video}${start}${pressed}</template>`;
}

/** A piece as HTML: text stays text. */
function textOf([name, attributes, content]: Piece): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escapeText(value)}"`,
  );
  const inner = typeof content === 'string' ? escapeText(content) : content.map(textOf).join('');
  return `<${name}${written.join('')}>${inner}</${name}>`;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? '');
}
