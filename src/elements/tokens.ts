import { css } from 'lit';

/**
 * The look that all elements share. Every token may be set on the element or anywhere above it.
 *
 * Colours follow the page's `color-scheme`; under forced colours the system's own take over.
 */
export const tokens = css`
  :host {
    --_accent: var(--vh-accent, light-dark(#2f5bea, #8aa5ff));
    --_on-accent: var(--vh-on-accent, light-dark(#ffffff, #0c1330));
    --_surface: var(--vh-surface, light-dark(#ffffff, #16181d));
    --_surface-sunken: var(--vh-surface-sunken, light-dark(#f4f5f7, #1f2229));
    --_text: var(--vh-text, light-dark(#16181d, #f1f2f5));
    --_text-quiet: var(--vh-text-quiet, light-dark(#5b616e, #a4abb8));
    --_line: var(--vh-line, light-dark(#d5d8df, #3a3f4a));
    --_danger: var(--vh-danger, light-dark(#b3261e, #ff9a92));
    --_success: var(--vh-success, light-dark(#1a7f4b, #6fd6a0));
    --_radius: var(--vh-radius, 8px);
    --_radius-control: calc(var(--_radius) * 0.75);
    --_focus: var(--vh-focus, light-dark(#16181d, #ffffff));
    --_ease: 150ms ease-out;
  }

  @media (forced-colors: active) {
    :host {
      --_accent: Highlight;
      --_on-accent: HighlightText;
      --_surface: Canvas;
      --_surface-sunken: Canvas;
      --_text: CanvasText;
      --_text-quiet: CanvasText;
      --_line: CanvasText;
      --_danger: CanvasText;
      --_success: CanvasText;
      --_focus: Highlight;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    :host {
      --_ease: 0s;
    }
  }
`;
