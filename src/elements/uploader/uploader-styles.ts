import { css } from 'lit';

/** The uploader's own look; colours and shapes come from the tokens. */
export const uploaderStyles = css`
  :host {
    display: block;
    color: var(--_text);
    font-size: 0.9375rem;
    line-height: 1.4;
  }

  :host([hidden]) {
    display: none;
  }

  .frame {
    container-type: inline-size;
    display: grid;
    align-items: center;
    min-block-size: 9.5rem;
    box-sizing: border-box;
    border: 1px dashed var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    transition:
      border-color var(--_ease),
      background-color var(--_ease);
  }

  .frame.dragging {
    border-color: var(--_accent);
    background: color-mix(in oklab, var(--_accent) 8%, var(--_surface));
  }

  .frame.covered {
    border-style: solid;
  }

  .zone,
  .row {
    grid-area: 1 / 1;
    min-inline-size: 0;
  }

  .zone {
    display: grid;
    justify-items: center;
    gap: 8px;
    padding: 16px;
    text-align: center;
    cursor: pointer;
  }

  .zone[inert] {
    visibility: hidden;
  }

  .row {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 12px;
    padding: 16px;
  }

  p {
    margin: 0;
  }

  .quiet,
  .detail {
    color: var(--_text-quiet);
    font-size: 0.8125rem;
  }

  .name {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: 600;
  }

  .detail {
    font-variant-numeric: tabular-nums;
  }

  .badge {
    display: grid;
    place-items: center;
    inline-size: 40px;
    block-size: 40px;
    border-radius: var(--_radius-control);
    background: var(--_surface-sunken);
    color: var(--_text-quiet);
  }

  .problem,
  [data-status='failed'] .badge,
  [data-status='failed'] .detail {
    color: var(--_danger);
  }

  [data-status='stored'] .badge,
  [data-status='playable'] .badge {
    color: var(--_success);
  }

  .icon {
    inline-size: 20px;
    block-size: 20px;
  }

  .actions {
    display: flex;
    gap: 4px;
  }

  .button {
    min-inline-size: 40px;
    min-block-size: 40px;
    padding: 0 16px;
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

  .button.icon-only {
    display: grid;
    place-items: center;
    padding: 0;
    border-color: transparent;
  }

  .button:disabled {
    cursor: default;
    opacity: 0.55;
  }

  .button:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }

  .bar {
    grid-column: 1 / -1;
    block-size: 6px;
    overflow: hidden;
    border-radius: 999px;
    background: var(--_surface-sunken);
  }

  .fill {
    block-size: 100%;
    border-radius: inherit;
    background: var(--_accent);
    transform: scaleX(0);
    transform-origin: left;
    transition: transform var(--_ease);
  }

  .fill:dir(rtl) {
    transform-origin: right;
  }

  [data-status='paused'] .fill,
  [data-status='waiting'] .fill {
    background: var(--_text-quiet);
  }

  .busy .fill {
    animation: breathe 1.6s ease-in-out infinite;
  }

  @keyframes breathe {
    50% {
      opacity: 0.4;
    }
  }

  .spoken {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @container (inline-size < 26rem) {
    .row {
      grid-template-columns: minmax(0, 1fr) auto;
    }

    .row .badge {
      display: none;
    }
  }

  @container (inline-size < 34rem) {
    /* A word needs more room than a picture: below the text, over the whole width. */
    .actions:not(:has(.icon-only:first-child)) {
      grid-column: 1 / -1;
      order: 1;
    }

    .actions .button:not(.icon-only) {
      flex: 1;
    }
  }

  /* Nothing can be dropped with a finger. */
  @media (hover: none) {
    .invitation {
      display: none;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .busy .fill {
      animation: none;
    }
  }

  @media (forced-colors: active) {
    .bar {
      border: 1px solid;
    }

    .fill {
      forced-color-adjust: none;
    }
  }
`;
