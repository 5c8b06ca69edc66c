import { css } from '../../../css.ts';

/** The hint over a button under the pointer or the focus: its name and its key. Screen readers have both from the button. */
export const hintStyles = css`
  .button[data-hint]::before {
    content: attr(data-hint) / '';
    position: absolute;
    /* Above the seek bar. */
    inset-block-end: calc(100% + 28px);
    left: 50%;
    z-index: 1;
    width: max-content;
    max-width: 200px;
    padding: 3px 8px;
    border-radius: var(--_radius-control);
    background: #16181df2;
    box-shadow: 0 2px 12px #0006;
    color: #f1f2f5;
    font-size: 0.8125rem;
    font-weight: 400;
    line-height: 1.4;
    unicode-bidi: plaintext;
    white-space: normal;
    translate: -50%;
    visibility: hidden;
    opacity: 0;
    pointer-events: none;
  }

  .button[data-hint][data-key]::before {
    content: attr(data-hint) '  ' attr(data-key) / '';
    white-space: pre-wrap;
  }

  /* None over a finger, which has the button under it, nor beside an open menu. */
  @media (hover: hover) {
    .button[data-hint]:hover::before {
      visibility: visible;
      opacity: 1;
      transition: opacity var(--_ease) 300ms;
    }
  }

  .button[data-hint]:focus-visible::before {
    visibility: visible;
    opacity: 1;
  }

  .button[aria-expanded='true']::before {
    content: none !important;
  }

  /* At the sides it stays within the player. */
  .button:is(.play, .previous)::before {
    inset-inline: 0 auto;
    translate: 0;
  }

  .button.fullscreen::before {
    inset-inline: auto 0;
    translate: 0;
  }

  /* Buttons stand at the edges of a small player, and in its middle; and there is no room in a low one. */
  @container (max-width: 399.98px) {
    .button::before {
      content: none !important;
    }
  }

  :host(:state(low)) .button::before {
    content: none !important;
  }

  @media (forced-colors: active) {
    .button[data-hint]::before {
      border: 1px solid CanvasText;
      background: Canvas;
      color: CanvasText;
    }
  }
`;
