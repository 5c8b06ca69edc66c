import { css } from 'lit';

/** The settings: beside their button, or at the bottom of a small screen. */
export const sheetStyles = css`
  .button.settings {
    anchor-name: --vh-settings;
  }

  .button.chapters {
    anchor-name: --vh-chapters;
  }

  .sheet {
    color-scheme: dark;
    box-sizing: border-box;
    position: fixed;
    inset: auto 8px 8px;
    margin: 0 auto;
    padding: 4px;
    width: auto;
    max-width: 480px;
    max-height: min(60dvh, 400px);
    overflow: auto;
    overscroll-behavior: contain;
    border: 1px solid #fff3;
    border-radius: var(--_radius);
    background: #16181df2;
    color: #f1f2f5;
    font-size: 0.9375rem;
    box-shadow: 0 8px 28px #0006;
    transition: var(--_ease);
    transition-property: opacity, translate;
  }

  @starting-style {
    .sheet:popover-open {
      opacity: 0;
      translate: 0 4px;
    }
  }

  @supports (position-area: block-end) {
    @media (min-width: 480px) {
      .sheet {
        position-anchor: --vh-settings;
        position-area: block-start span-inline-start;
        position-try-fallbacks:
          flip-block,
          flip-inline,
          flip-block flip-inline;
        inset: auto;
        margin: 4px 0;
        min-width: 260px;
        max-width: 360px;
      }

      .sheet.of-chapters {
        position-anchor: --vh-chapters;
        position-area: block-start span-inline-end;
      }
    }
  }

  .item {
    display: flex;
    align-items: center;
    gap: 8px;
    width: 100%;
    min-height: 40px;
    padding: 4px 8px;
    border: 0;
    border-radius: calc(var(--_radius) - 4px);
    background: none;
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }

  .item:hover,
  .item:focus-visible {
    background: #fff2;
  }

  .item:focus-visible {
    outline: 2px solid #fff;
    outline-offset: -2px;
  }

  .item .icon {
    flex: none;
    width: 20px;
    height: 20px;
  }

  .item[aria-checked='false'] .icon {
    visibility: hidden;
  }

  .item .label {
    flex: 1;
    overflow-wrap: anywhere;
  }

  .item .now {
    color: #c3c8d2;
    text-align: end;
  }

  .back {
    margin-bottom: 4px;
    border-bottom: 1px solid #fff3;
    border-radius: 0;
    font-weight: 600;
  }

  .chevron {
    flex: none;
    width: 6px;
    height: 6px;
    margin-inline: 4px;
    border: solid currentColor;
    border-width: 1.75px 1.75px 0 0;
    rotate: 45deg;
  }

  .chevron:dir(rtl),
  .back .chevron {
    rotate: -135deg;
  }

  .back .chevron:dir(rtl) {
    rotate: 45deg;
  }

  .sheet .link {
    box-sizing: border-box;
    width: calc(100% - 16px);
    margin: 4px 8px 8px;
    padding: 8px;
    border: 1px solid #fff6;
    border-radius: calc(var(--_radius) - 4px);
    background: #0006;
    color: inherit;
    font: inherit;
    cursor: text;
  }

  dl {
    margin: 0;
    padding: 4px 8px;
  }

  dl div {
    display: flex;
    gap: 12px;
    padding-block: 4px;
  }

  dt {
    flex: 0 0 7em;
  }

  dd {
    flex: 1;
    margin: 0;
  }

  kbd {
    display: inline-block;
    min-width: 1.4em;
    padding: 0 4px;
    border: 1px solid #fff6;
    border-radius: 4px;
    font: inherit;
    font-size: 0.8125rem;
    text-align: center;
  }

  @media (forced-colors: active) {
    .sheet {
      border-color: CanvasText;
      background: Canvas;
      color: CanvasText;
    }

    .item:hover,
    .item:focus-visible {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }

    .item .now {
      color: inherit;
    }
  }
`;
