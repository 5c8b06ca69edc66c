import { html, nothing, svg, type TemplateResult } from 'lit';
import type { PlayerWords } from '../../locales/en/player.ts';
import { formatDuration } from './format-time.ts';

/** The one icon before the others are loaded. */
const PLAY = svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M8 5.2v13.6L18.8 12z" /></svg>`;

/** The content and the action of the facade. */
export interface FacadeOptions {
  title: string | undefined;
  /** Seconds; anything but a number of them is not shown. */
  duration: number;
  isProcessing: boolean;
  words: Pick<PlayerWords, 'play' | 'playTitle' | 'processing'>;
  start: () => void;
}

/** A player before it plays: one button as large as the poster, and a few words over it. */
export function facade({ title, duration, isProcessing, words, start }: FacadeOptions): TemplateResult {
  const time = formatDuration(duration);
  return html`<div class="facade">
    ${
      isProcessing
        ? nothing
        : html`<button
            class="start"
            part="play-button"
            aria-label=${title ? words.playTitle.replace('{title}', () => title) : words.play}
            @click=${start}
          >
            <span class="big">${PLAY}</span>
          </button>`
    }
    ${title ? html`<span class="title" part="title"><bdi>${title}</bdi></span>` : nothing}
    ${
      isProcessing
        ? html`<span class="note wait" role="status">${words.processing}</span>`
        : html`<span class="note time" part="duration" ?hidden=${!time}>${time}</span>`
    }
  </div>`;
}
