import { svg, type SVGTemplateResult } from 'lit';

// One family: a 24 px box, a round stroke of 1.75 px, the text's colour. Drawn for this project. One function each, so
// that a bundle carries the icons that it shows and no others.

/** An icon, hidden from assistive technology: what stands around it carries the name. */
export type Icon = () => SVGTemplateResult;

/** Draws an icon of the family. */
export const draw = (paths: SVGTemplateResult): SVGTemplateResult =>
  svg`<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor"
    stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">
    ${paths}</svg>`;
