import { css } from '../css.ts';

/** The picker's own look; colours come from the tokens. */
export const styles = css`
  :host {
    display: inline-block;
    font-size: 0.9375rem;
    line-height: 1.25 !important;
  }

  :host([hidden]) {
    display: none;
  }

  button {
    font: inherit;
    color: inherit;
  }

  button:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }

  .button {
    anchor-name: --vh-cc;
    box-sizing: border-box;
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-block-size: 40px;
    padding: 0 10px;
    color: var(--_text);
    background: var(--_surface);
    border: 1px solid var(--_line);
    border-radius: var(--_radius-control);
  }

  .button:hover:enabled,
  .button[aria-expanded='true'] {
    background: var(--_surface-sunken);
  }

  .button:disabled {
    color: var(--_text-quiet);
  }

  .label {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    max-inline-size: 12em;
  }

  .icon,
  .chevron {
    flex: none;
  }

  .chevron {
    inline-size: 5px;
    block-size: 5px;
    margin-block-end: 3px;
    border: solid currentColor;
    border-width: 0 1.75px 1.75px 0;
    rotate: 45deg;
  }

  .button.player {
    color: inherit;
    background: transparent;
    border-color: transparent;
  }

  .button.player:hover:enabled,
  .button.player[aria-expanded='true'] {
    background: color-mix(in srgb, currentColor 16%, transparent);
  }

  .button:disabled .chevron,
  .player .chevron {
    display: none;
  }

  .player.on .icon {
    border-block-end: 2px solid currentColor;
  }

  @container (max-width: 479px) {
    .player .label {
      display: none;
    }
  }

  .menu[hidden] {
    display: none;
  }
`;
