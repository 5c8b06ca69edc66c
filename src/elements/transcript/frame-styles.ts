import { css } from '../css.ts';

/** The transcript's frame, which keeps its size while its content comes; colours come from the tokens. */
export const frameStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    box-sizing: border-box;
    block-size: 420px;
    min-inline-size: 0;
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text) !important;
    font-size: 0.9375rem;
    line-height: 1.45 !important;
  }

  :host([hidden]) {
    display: none;
  }
`;
