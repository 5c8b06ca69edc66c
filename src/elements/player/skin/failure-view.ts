import { html, type TemplateResult } from 'lit';
import type { VhError } from '../../../core/vh-error.ts';
import type { PlayerWords } from '../../../locales/en/player.ts';
import { icon } from '../../icons.ts';

/** What a viewer reads in place of a video that cannot be played, and the one thing to do. */
export function failureView(error: VhError, words: PlayerWords, retry: () => void): TemplateResult {
  return html`<div class="failure" part="message">
    ${icon('alert')}
    <p role="alert">${sentence(error, words)}</p>
    <button class="action" @click=${retry}>${icon('retry')}${words.retry}</button>
  </div>`;
}

function sentence({ code }: VhError, words: PlayerWords): string {
  switch (code) {
    case 'media-not-found':
    case 'not-found':
      return words.notFound;
    case 'media-forbidden':
    case 'grant-refused':
    case 'token-invalid':
    case 'token-expired':
      return words.forbidden;
    case 'media-network':
    case 'network':
    case 'timeout':
    case 'rate-limited':
    case 'service-unavailable':
      return words.network;
    case 'media-unsupported':
      return words.unsupported;
    default:
      return words.broken;
  }
}
