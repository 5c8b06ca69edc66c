import { css } from '../../../css.ts';

/** The buttons of the bar: white over any frame. */
export const buttonStyles = css`
  .button,
  .action {
    display: inline-grid;
    place-items: center;
    min-width: 40px;
    height: 40px;
    margin: 0;
    padding: 0;
    border: 0;
    border-radius: var(--_radius-control);
    background: #0000;
    color: var(--_over);
    font: inherit;
    cursor: pointer;
    transition: var(--_ease);
    transition-property: background-color, scale;
  }

  .button:hover,
  .button[aria-expanded='true'] {
    background: #fff3;
  }

  .button:active:not([aria-disabled='true']) {
    scale: 0.94;
  }

  .button .icon {
    display: block;
  }

  .filled .icon {
    fill: currentColor;
  }

  .button.pause .icon {
    stroke-width: 3.5;
  }

  .button[aria-disabled='true'] .icon {
    opacity: 0.4;
  }

  .icon text {
    fill: currentColor;
    stroke: none;
    font-size: 8.5px;
    font-weight: 700;
    letter-spacing: -0.5px;
  }

  .button:focus-visible,
  .action:focus-visible,
  input:focus-visible {
    outline: 2px solid var(--_over);
    outline-offset: -2px;
    border-radius: var(--_radius-control);
    box-shadow: 0 0 0 2px #000;
  }

  .presses {
    display: contents;
  }

  /* A finger that stays is for the menu. */
  .presses .button {
    touch-action: manipulation;
    user-select: none;
    -webkit-user-select: none;
    -webkit-touch-callout: none;
  }

  .captions-menu {
    min-width: 24px;
  }

  @media (pointer: coarse) {
    .captions-menu {
      min-width: 40px;
    }
  }

  .button {
    position: relative;
  }

  .button[aria-pressed='true']::after {
    content: '';
    position: absolute;
    inset-block-end: 4px;
    width: 20px;
    height: 2px;
    border-radius: 2px;
    background: var(--_over);
  }

  .chapters {
    min-width: 0;
  }

  .chapters {
    max-width: 100%;
    padding-inline: 8px;
    font-size: 0.8125rem;
  }

  .chapters span {
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .clock {
    min-width: 0;
    padding-inline: 8px;
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }

  .clock > span:not(.hidden) {
    min-width: 0;
    overflow: hidden;
  }

  .whole::before {
    content: ' / ';
    white-space: pre;
  }

  .whole:empty::before {
    content: none;
  }

  .live {
    padding-inline: 8px;
    gap: 6px;
    grid-auto-flow: column;
    font-size: 0.8125rem;
    font-weight: 600;
  }

  .live::before {
    content: '';
    width: 8px;
    height: 8px;
    border-radius: 8px;
    background: #aaa;
  }

  .behind {
    padding-inline-end: 8px;
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }

  .live.now::before {
    background: #ff4b43;
  }
`;
