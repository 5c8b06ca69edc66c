import { css } from '../../css.ts';

/** The look of an uploader that waits for a file; colours and shapes come from the tokens. */
export const uploaderStyles = css`
  :host {
    display: grid;
    min-inline-size: 0;
    /* What must be seen to be used: 3:1 on the surface. */
    --_edge: var(--vh-line, color-mix(in oklab, var(--_text) 48%, var(--_surface)));
    color: var(--_text) !important;
    font-size: 0.9375rem;
    line-height: 1.4 !important;
  }

  :host([hidden]) {
    display: none;
  }

  .frame {
    container-type: inline-size;
    /* As wide as this where it may choose: a container's own words do not count. */
    contain-intrinsic-inline-size: min(24rem, 90vw);
    min-inline-size: 0;
    position: relative;
    display: grid;
    align-items: center;
    min-block-size: max(9.5rem, 100%);
    box-sizing: border-box;
    border: 1px dashed var(--_edge);
    border-radius: var(--_radius);
    background: var(--_surface);
    transition:
      border-color var(--_ease),
      background-color var(--_ease);
  }

  .frame:has(.problem):not(.covered) {
    border-color: var(--_danger);
  }

  .frame.dragging {
    border-style: solid;
    border-color: var(--_accent);
    background: color-mix(in oklab, var(--_accent) 8%, var(--_surface));
  }

  .zone,
  .starting {
    grid-area: 1 / 1;
    min-inline-size: 0;
    padding: 16px;
  }

  .zone {
    align-self: stretch;
    display: grid;
    align-content: center;
    justify-items: center;
    gap: 8px;
    text-align: center;
    cursor: pointer;
  }

  .starting {
    overflow-wrap: anywhere;
  }

  .zone[inert] {
    visibility: hidden;
  }

  p {
    margin: 0;
  }

  .quiet {
    color: var(--_text-quiet);
    font-size: 0.8125rem;
  }

  .problem,
  .badge:has(+ .problem) {
    color: var(--_danger);
  }

  .badge {
    display: grid;
    place-items: center;
    inline-size: 2.5rem;
    block-size: 2.5rem;
    border-radius: var(--_radius-control);
    background: var(--_surface-sunken);
    color: var(--_text-quiet);
  }

  .icon {
    inline-size: 1.25rem;
    block-size: 1.25rem;
  }

  .button {
    min-inline-size: 2.5rem;
    min-block-size: 2.5rem;
    padding: 4px 16px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-control);
    background: none;
    color: inherit;
    font: inherit;
    font-weight: 500;
    cursor: pointer;
    transition:
      background-color var(--_ease),
      opacity var(--_ease);
  }

  .button:hover {
    background: var(--_surface-sunken);
  }

  .button.primary {
    border-color: transparent;
    background: var(--_accent);
    color: var(--_on-accent);
  }

  .button.primary:hover {
    opacity: 0.92;
  }

  .opener {
    display: inline-flex;
    align-items: center;
    gap: 8px;
  }

  .button:disabled {
    cursor: default;
    opacity: 0.55;
  }

  :focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }

  .spoken {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  /* Else the system paints its own ground behind the button's words. */
  @media (forced-colors: active) {
    .button.primary {
      forced-color-adjust: none;
    }

    .button.primary:disabled {
      border-color: GrayText;
      background: Canvas;
      color: GrayText;
      opacity: 1;
    }
  }

  /* Nothing can be dropped with a finger. */
  @media (hover: none) {
    .invitation {
      display: none;
    }
  }
`;
