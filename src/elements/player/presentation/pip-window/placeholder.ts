import { html, nothing, type TemplateResult } from 'lit';
import type { PlayerWords } from '../../../../locales/en/player.ts';

/** The placeholder in the page while the player is in its own window. */
export function placeholder(poster: string, words: PlayerWords, bringBack: () => void): TemplateResult {
  return html`<div class="placeholder" part="placeholder">
    ${poster ? html`<img src=${poster} alt="" />` : nothing}
    <p role="status">${words.inPictureInPicture}</p>
    <button class="action" @click=${bringBack}>${words.bringBack}</button>
  </div>`;
}
