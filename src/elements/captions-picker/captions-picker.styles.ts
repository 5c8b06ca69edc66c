import { css } from 'lit';

/** The picker's own look; colours come from the tokens. */
export const styles = css`
  :host {
    display: inline-block;
    font-size: 0.9375rem;
    line-height: 1.25;
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

  .menu {
    box-sizing: border-box;
    position: fixed;
    inset: auto 8px 8px;
    margin: 0 auto;
    padding: 4px;
    inline-size: auto;
    max-inline-size: 480px;
    max-block-size: min(60dvh, 360px);
    overflow: auto;
    color: var(--_text);
    background: var(--_surface);
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    box-shadow: 0 8px 28px #0003;
    transition: var(--_ease);
    transition-property: opacity, translate;
  }

  @starting-style {
    .menu:popover-open {
      opacity: 0;
      translate: 0 4px;
    }
  }

  @supports (position-area: block-end) {
    @media (min-width: 480px) {
      .menu {
        position-anchor: --vh-cc;
        position-area: block-end span-inline-end;
        position-try-fallbacks:
          flip-block,
          flip-inline,
          flip-block flip-inline;
        inset: auto;
        margin: 4px 0;
        max-inline-size: 320px;
      }

      .menu.player {
        position-area: block-start span-inline-start;
      }
    }
  }

  .item {
    box-sizing: border-box;
    display: flex;
    align-items: center;
    gap: 8px;
    inline-size: 100%;
    min-block-size: 40px;
    padding: 8px;
    text-align: start;
    overflow-wrap: anywhere;
    background: transparent;
    border: 0;
    border-radius: calc(var(--_radius) - 4px);
  }

  .item:hover,
  .item:focus-visible {
    background: var(--_surface-sunken);
  }

  .item:focus-visible {
    outline-offset: -2px;
  }

  .item .icon {
    inline-size: 20px;
    block-size: 20px;
    color: var(--_accent);
  }

  .item[aria-checked='false'] .icon {
    visibility: hidden;
  }
`;
