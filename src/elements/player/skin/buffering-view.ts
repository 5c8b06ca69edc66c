import { html, nothing, type TemplateResult } from 'lit';
import type { PlaybackState } from '../../../playback/stream/playback-state.ts';
import type { SkinContext } from './context/control.ts';

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
    ${isWaiting ? html`<span class="spinner"></span><span class="hidden">${words.buffering}</span>` : nothing}
  </div>`;
}
