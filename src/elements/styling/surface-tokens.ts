import { css } from '../css.ts';

/** The tokens, beside the shared ones, of elements that stand on the page and not over a picture. */
export const surfaceTokens = css`
  :host {
    --_surface: var(--vh-surface, light-dark(#ffffff, #16181d));
    --_surface-sunken: var(--vh-surface-sunken, light-dark(#f4f5f7, #1f2229));
    --_text: var(--vh-text, light-dark(#16181d, #f1f2f5));
    --_text-quiet: var(--vh-text-quiet, light-dark(#5b616e, #a4abb8));
    --_line: var(--vh-line, light-dark(#d5d8df, #3a3f4a));
    --_danger: var(--vh-danger, light-dark(#b3261e, #ff9a92));
    --_success: var(--vh-success, light-dark(#1a7f4b, #6fd6a0));
    --_focus: var(--vh-focus, light-dark(#16181d, #ffffff));
  }

  @media (forced-colors: active) {
    :host {
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
`;
