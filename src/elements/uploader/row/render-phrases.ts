import { html, type TemplateResult } from 'lit';
import type { Phrase } from './describe-state.ts';
import { fillWith } from './fill-with.ts';

/** Shows phrases one behind the other. Each value is isolated: Arabic words around it must not turn it about. */
export function renderPhrases(phrases: readonly Phrase[]): TemplateResult[] {
  return phrases.map(([text, values = {}], at) => html`${at > 0 ? ' · ' : ''}${fillWith(text, values)}`);
}

/** The end of a name that stays to be seen: the file's kind, and the last word or letters before it. */
const TAIL = /(?:(?<=[\s_.-])\w{1,10}|\w{0,4})\.\w{1,5}$/;

/**
 * Shows a file's name; one that is too long loses its middle, never its kind. The style sheet shows the two halves: as texts
 * they would be two words to a screen reader.
 */
export function renderName(name: string): TemplateResult {
  const [tail = ''] = TAIL.exec(name) ?? [];
  const head = name.slice(0, name.length - tail.length);
  return html`<p class="name" part="name" title=${name}>
    <bdi class="cut" aria-hidden="true"><span data-text=${head}></span><span data-text=${tail}></span></bdi>
    <bdi class="spoken">${name}</bdi>
  </p>`;
}
