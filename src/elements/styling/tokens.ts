import { css } from '../css.ts';

/**
 * The look that all elements share. Every token may be set on the element or anywhere above it.
 *
 * A page's text styles for everything (`* { letter-spacing: … }`) hold for an element, too, which would hand them on to all
 * that is in it: those here are stronger.
 *
 * Colours follow the page's `color-scheme`; under forced colours the system's own take over.
 */
export const tokens = css`
  :host {
    --_accent: var(--vh-accent, light-dark(#2f5bea, #8aa5ff));
    --_on-accent: var(--vh-on-accent, light-dark(#fff, #0c1330));
    --_radius: var(--vh-radius, 8px);
    --_radius-control: calc(var(--_radius) * 0.75);
    --_ease: 150ms ease-out;
    letter-spacing: normal !important;
    word-spacing: normal !important;
    white-space: normal !important;
    font-style: normal !important;
    font-weight: normal !important;
    text-align: start !important;
    text-indent: 0 !important;
    text-transform: none !important;
  }

  @media (forced-colors: active) {
    :host {
      --_accent: Highlight;
      --_on-accent: HighlightText;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    :host {
      --_ease: 0s;
    }
  }
`;
