import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { VhError, VhErrorCode } from '../../../core/errors/vh-error.ts';
import type { PlayerWords } from '../../../locales/en/player.ts';
import { alertIcon, retryIcon } from '../../styling/icons.ts';
import type { PlaybackState } from '../../../playback/index.ts';
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

/** The actions of a failure. */
export interface FailureActions {
  retry: () => void;
  /** True while a try is on its way. */
  isTrying: boolean;
  /** More actions. */
  others?: TemplateResult | typeof nothing | undefined;
}

/** The view in place of a video that cannot be played: the reason, and the actions if there are any. */
export function failureView(error: VhError, words: PlayerWords, actions?: FailureActions): TemplateResult {
  // Each failure is said, also one like the last.
  const message = keyed(error, html`<p role="alert">${sentence(error, words)}</p>`);
  if (!actions) return html`<div class="failure" part="message">${alertIcon()} ${message}</div>`;
  const { retry, isTrying, others = nothing } = actions;
  // The button stays, with the focus, while a try is on its way.
  return html`<div class="failure" part="message">
    ${alertIcon()} ${message}
    <button class="action" aria-disabled=${isTrying ? 'true' : nothing} @click=${isTrying ? nothing : retry}>
      ${isTrying ? html`<span class="spinner"></span>` : retryIcon()}${isTrying ? words.buffering : words.retry}
    </button>
    <span class="hidden" role="status">${isTrying ? words.buffering : nothing}</span>
    ${others}
  </div>`;
}

type FailureWord = 'keyInPage' | 'notFound' | 'forbidden' | 'network' | 'busy' | 'unsupported';

/** The error codes with their own text; all others share one. */
const KINDS: Readonly<Partial<Record<VhErrorCode, FailureWord>>> = {
  'api-key-in-page': 'keyInPage',
  'media-not-found': 'notFound',
  'not-found': 'notFound',
  'media-forbidden': 'forbidden',
  'grant-refused': 'forbidden',
  'token-invalid': 'forbidden',
  'token-expired': 'forbidden',
  'media-network': 'network',
  'network': 'network',
  'timeout': 'network',
  'rate-limited': 'busy',
  'service-unavailable': 'busy',
  'media-unsupported': 'unsupported',
};

/** The texts of some where an answer has come, if not a good one: the line is fine. */
const ANSWERED: Readonly<Partial<Record<VhErrorCode, FailureWord>>> = {
  'media-network': 'busy',
};

function sentence({ code, status }: VhError, words: PlayerWords): string {
  const plain = KINDS[code] ?? 'broken';
  return words[(status !== undefined && ANSWERED[code]) || plain];
}
