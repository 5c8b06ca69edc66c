import { css } from 'lit';

/** The menu of captions: beside its button, or at the bottom of a small screen. */
export const menuStyles = css`
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

  .item:not([aria-checked]) .icon {
    flex: none;
  }

  .item small {
    display: block;
    color: var(--_text-quiet);
    font-size: 0.8125rem;
  }

  .apart {
    border-block-start: 1px solid var(--_line);
    border-radius: 0 0 calc(var(--_radius) - 4px) calc(var(--_radius) - 4px);
  }

  .none {
    margin: 0;
    padding: 8px;
    color: var(--_text-quiet);
  }

  .search {
    box-sizing: border-box;
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    inline-size: 100%;
    min-block-size: 40px;
    margin-block-end: 4px;
    padding: 0 8px;
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) - 4px);
    background: var(--_surface);
    color: inherit;
    font: inherit;
  }

  .search:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: -2px;
  }
`;
