import { html, type TemplateResult } from 'lit';

/** Where a value stands in a text. */
export const PLACEHOLDER = /\{(\w+)\}/g;

/** A text with values in it, each of them isolated: Arabic words around a value must not turn it about. */
export function fillWith(
  text: string,
  values: Readonly<Record<string, string>>,
): readonly (string | TemplateResult)[] {
  // Every second piece is the name of a value.
  return text
    .split(PLACEHOLDER)
    .map((piece, at) => (at % 2 === 0 ? piece : html`<bdi>${values[piece]}</bdi>`));
}
