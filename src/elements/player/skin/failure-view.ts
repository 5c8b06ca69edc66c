import { html, nothing, type TemplateResult } from 'lit';
import type { VhError, VhErrorCode } from '../../../core/vh-error.ts';
import type { PlayerWords } from '../../../locales/en/player.ts';
import { alertIcon, retryIcon } from '../../icons.ts';

/** The view in place of a video that cannot be played: the reason, and the actions; `others` are more actions. */
export function failureView(
  error: VhError,
  words: PlayerWords,
  retry: () => void,
  others: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  return html`<div class="failure" part="message">
    ${alertIcon()}
    <p role="alert">${sentence(error, words)}</p>
    <button class="action" @click=${retry}>${retryIcon()}${words.retry}</button>
    ${others}
  </div>`;
}

type FailureWord = 'keyInPage' | 'notFound' | 'forbidden' | 'network' | 'unsupported';

/** The error codes with a text of their own; all others share one. */
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
  'rate-limited': 'network',
  'service-unavailable': 'network',
  'media-unsupported': 'unsupported',
};

function sentence({ code }: VhError, words: PlayerWords): string {
  return words[KINDS[code] ?? 'broken'];
}
