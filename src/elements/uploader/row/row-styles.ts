import { css } from '../../css.ts';

/** The look of the rows. */
export const rowStyles = css`
  .frame.covered {
    border-style: solid;
    border-color: var(--_line);
  }

  .row,
  .list {
    grid-area: 1 / 1;
    min-inline-size: 0;
  }

  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 12px;
    padding: 16px;
  }

  .texts {
    flex: 1 1 8rem;
    min-inline-size: 0;
  }

  .detail {
    color: var(--_text-quiet);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
  }

  /* No number without its unit. */
  .detail bdi {
    white-space: nowrap;
  }

  /* A name runs in its own direction, begins with the row, and is cut in its middle. */
  .name {
    position: relative;
    display: flex;
    font-weight: 600;
  }

  .cut {
    display: flex;
    min-inline-size: 0;
    white-space: pre;
  }

  .cut > ::before {
    content: attr(data-text);
  }

  .cut > :first-child {
    overflow: hidden;
    text-overflow: ellipsis;
  }

  .cut > :last-child {
    flex: none;
  }

  [data-status='failed'] .badge,
  [data-status='failed'] .detail {
    color: var(--_danger);
  }

  [data-status='stored'] .badge,
  [data-status='playable'] .badge {
    color: var(--_success);
  }

  .row .badge {
    position: relative;
    flex: none;
    overflow: hidden;
    inline-size: 4rem;
  }

  /* Else a white picture has no edge on a white page. */
  .badge:has(.poster)::after {
    content: '';
    position: absolute;
    inset: 0;
    border: 1px solid color-mix(in oklab, var(--_text) 28%, transparent);
    border-radius: inherit;
  }

  .poster {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }

  .poster + .icon {
    z-index: 1;
    position: absolute;
    inset-block-end: 2px;
    inset-inline-end: 2px;
    box-sizing: border-box;
    padding: 2px;
    border-radius: 999px;
    background: var(--_surface);
  }

  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-inline-start: auto;
  }

  .button.icon-only {
    display: grid;
    place-items: center;
    padding: 0;
    border-color: transparent;
  }

  /* Its symbol ends where the bar does. */
  .row .actions > .icon-only:last-child {
    margin-inline-end: -8px;
  }

  details {
    color: var(--_text-quiet);
    font-size: 0.8125rem;
  }

  summary {
    inline-size: fit-content;
    padding-block: 3px;
    border-radius: 4px;
    text-decoration: underline;
    text-underline-offset: 2px;
    cursor: pointer;
    list-style: none;
  }

  summary::-webkit-details-marker {
    display: none;
  }

  .bar {
    flex: 1 0 100%;
    block-size: 8px;
    box-sizing: border-box;
    overflow: hidden;
    border: 1px solid var(--_edge);
    border-radius: 999px;
    background: var(--_surface-sunken);
  }

  .fill {
    block-size: 100%;
    border-radius: inherit;
    background: var(--_accent);
    /* Without a transition: that would have the page's main thread draw each of its frames. */
    transform: translateX(calc((var(--_share, 0) - 1) * 100%));
  }

  .fill:dir(rtl) {
    transform: translateX(calc((1 - var(--_share, 0)) * 100%));
  }

  /* A layer of its own: moving it paints nothing. */
  [data-status='uploading'] .fill,
  .total .fill {
    will-change: transform;
  }

  [data-status='paused'] .fill,
  [data-status='waiting'] .fill,
  [data-status='queued'] .fill {
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

  @container (inline-size > 40rem) {
    .frame > .row .badge {
      inline-size: 7rem;
      block-size: 4rem;
    }
  }

  @container (inline-size < 26rem) {
    .row {
      gap: 8px;
      padding: 12px;
    }

    .row .badge {
      inline-size: 3rem;
      block-size: 2.25rem;
    }

    .row .actions {
      gap: 8px 0;
    }

    /* Two words side by side. */
    .row .actions:has([part='leave-out-button']) {
      gap: 8px;
    }

    .row .icon-only {
      min-inline-size: 2.25rem;
      min-block-size: 2.25rem;
    }
  }

  @container (inline-size < 34rem) {
    /* A word needs more room than a picture: below the text, over the whole width. */
    .row .actions:has(.button:not(.icon-only)) {
      flex: 1 0 100%;
      order: 1;
    }

    .row .actions .button:not(.icon-only) {
      flex: 1 0 auto;
      max-inline-size: 100%;
    }
  }

  /* As on a watch: the words have the whole width, below the picture and the buttons. */
  @container (inline-size < 17rem) {
    .row .texts {
      flex-basis: 100%;
      order: 1;
    }

    .row .bar {
      order: 2;
    }

    .row .actions:has(.button:not(.icon-only)) {
      order: 3;
    }

    /* Beside the picture, where it is in every other row, and never alone on a line. */
    .row {
      position: relative;
    }

    .actions:has(.button:not(.icon-only)) > [part='cancel-button'] {
      position: absolute;
      inset-block-start: 12px;
      inset-inline-end: 12px;
    }
  }

  @media (pointer: coarse) {
    .row .icon-only {
      min-inline-size: 2.5rem;
      min-block-size: 2.5rem;
    }

    summary {
      padding-block: 11px;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .busy .fill {
      animation: none;
    }
  }

  @media (forced-colors: active) {
    .fill {
      forced-color-adjust: none;
    }
  }
`;
