import { css } from '../css.ts';

/**
 * The styles of every menu and panel: at the bottom of a small screen, else beside its button (`beside`, with a
 * `position-anchor` of its own). `over-picture` is dark, as all that lies over a video is.
 */
export const popupStyles = css`
  .popup {
    --_popup-line: var(--_line);
    --_popup-edge: var(--_line);
    --_popup-ground: var(--_surface);
    --_popup-quiet: var(--_text-quiet);
    --_popup-hover: var(--_surface-sunken);
    box-sizing: border-box;
    position: fixed;
    inset: auto 8px 8px;
    margin: 0 auto;
    padding: 4px;
    inline-size: auto;
    max-inline-size: 480px;
    overflow: auto;
    overscroll-behavior: contain;
    color: var(--_text);
    background: var(--_surface);
    border: 1px solid var(--_popup-line);
    border-radius: var(--_radius);
    box-shadow: 0 8px 28px #0004;
    transition: var(--_ease);
    transition-property: opacity, translate;
  }

  .popup.over-picture {
    --_popup-line: #fff3;
    --_popup-edge: #fff8;
    --_popup-ground: #16181d;
    --_popup-quiet: #c3c8d2;
    --_popup-hover: #fff2;
    color-scheme: dark;
    color: #f1f2f5;
    background: #16181d;
  }

  @starting-style {
    .popup:popover-open {
      opacity: 0;
      translate: 0 4px;
    }
  }

  /* Where there is room on no side, it is lower and scrolls, and its button stays to be seen. */
  @position-try --vh-less-above {
    position-area: block-start span-all;
    min-block-size: 200px;
    max-block-size: calc(100% - 8px);
  }

  @position-try --vh-less-below {
    position-area: block-end span-all;
    min-block-size: 200px;
    max-block-size: calc(100% - 8px);
  }

  @supports (position-area: block-end) {
    @media (min-width: 480px) {
      .popup.beside {
        position-try-fallbacks:
          flip-block,
          flip-inline,
          flip-block flip-inline,
          --vh-less-above,
          --vh-less-below;
        inset: auto;
        margin: 4px 0;
      }
    }
  }

  :where(.popup) .item {
    box-sizing: border-box;
    display: flex;
    align-items: center;
    gap: 8px;
    inline-size: 100%;
    min-block-size: 40px;
    padding: 4px 8px;
    border: 0;
    border-radius: calc(var(--_radius) - 4px);
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    overflow-wrap: anywhere;
    cursor: pointer;
  }

  :where(.popup) .item:is(:hover, :focus-visible) {
    background: var(--_popup-hover);
  }

  :where(.popup) .item:focus-visible {
    outline-offset: -2px;
  }

  :where(.popup) .item .icon {
    flex: none;
    inline-size: 20px;
    block-size: 20px;
  }

  .item[aria-checked='false'] .icon {
    visibility: hidden;
  }
`;
