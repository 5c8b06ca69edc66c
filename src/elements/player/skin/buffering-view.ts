import { html, nothing, type TemplateResult } from 'lit';
import type { PlaybackState } from '../../../playback/stream/playback-state.ts';
import type { PlayerWords } from '../../../locales/en/player.ts';
import type { SkinContext } from './context/control.ts';

/** True while words stand in the middle, where a small player has its large button. */
export const saysWhy = (state: PlaybackState): boolean =>
  state.status === 'processing' || ('delay' in state && state.delay !== undefined);

/** Why it takes so long, where that is known. */
function reason(state: PlaybackState, words: PlayerWords): TemplateResult {
  const delay = 'delay' in state ? state.delay : undefined;
  if (!delay) return html`<span class="hidden">${words.buffering}</span>`;
  return html`<span class="away">${delay === 'busy' ? words.serviceBusy : words.lineLost}</span>`;
}

/** What shows while the media keep a viewer waiting: a spinner, or why a broadcast is away. */
export function bufferingView({ host, media, words }: SkinContext, state: PlaybackState): TemplateResult {
  const { status } = state;
  if (status === 'processing' && !host.withoutControls) {
    const isOffline = state.isUnanswered === true || !navigator.onLine;
    const away = isOffline ? words.unreachable : words.interrupted;
    return html`<div class="buffering" role="status"><span class="away">${away}</span></div>`;
  }
  const isWaiting = !media.paused && !media.ended && (status === 'loading' || media.readyState < 3);
  return html`<div class="buffering" role="status">
    ${isWaiting ? html`<span class="spinner"></span>${reason(state, words)}` : nothing}
  </div>`;
}
