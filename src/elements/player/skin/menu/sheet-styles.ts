import { css } from '../../../css.ts';

/** The styles of the settings beside `popupStyles`. */
export const sheetStyles = css`
  .button.settings {
    anchor-name: --vh-settings;
  }

  .button.captions {
    anchor-name: --vh-captions;
  }

  .button.chapters {
    anchor-name: --vh-chapters;
  }

  .button.playlist {
    anchor-name: --vh-playlist;
  }

  .sheet {
    max-block-size: min(64dvh, 400px);
    font-size: 0.9375rem;
  }

  /* A mouse hits less: more rows are seen at once. */
  @media (pointer: fine) {
    .sheet {
      font-size: 0.875rem;
    }

    .sheet .item {
      min-block-size: 36px;
    }
  }

  .item > .icon:not([hidden]) {
    stroke-width: 1.5;
  }

  .back .chevron {
    margin-inline: 7px;
  }

  @supports (position-area: block-end) {
    @media (min-width: 480px) {
      .popup.sheet {
        position-anchor: --vh-settings;
        position-area: block-start span-inline-start;
        min-inline-size: 260px;
        max-inline-size: 360px;
        /* Above the seek bar, which stays in sight. An anchor on the bar itself makes WebKitGTK hang. */
        margin-block-end: 32px;
      }

      .popup.sheet.of-captions {
        position-anchor: --vh-captions;
      }

      .popup.sheet.of-chapters {
        position-anchor: --vh-chapters;
        position-area: block-start span-inline-end;
      }

      .popup.sheet.of-playlist {
        position-anchor: --vh-playlist;
      }

      /* There the buttons are at the top, and the menu below them. */
      @container (max-width: 399.98px) {
        .popup.sheet {
          margin-block-end: 4px;
        }
      }
    }
  }

  .item:focus-visible {
    outline: 2px solid #fff;
  }

  .item .label {
    flex: 1;
    /* Names of languages that are written the other way stand in line with the others. */
    text-align: match-parent;
    text-align: -webkit-match-parent;
    overflow-wrap: anywhere;
  }

  /* A long word has its own line before it is broken. */
  .pair {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    gap: 0 8px;
    min-width: 0;
  }

  .pair .label {
    flex: none;
    max-width: 100%;
  }

  .pair .now {
    max-width: 100%;
    margin-inline-start: auto;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  /* A chapter may have a sentence for its title. */
  .item .label.brief {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }

  .thumb {
    flex: none;
    inline-size: 64px;
    aspect-ratio: 16 / 9;
    overflow: hidden;
    border-radius: 4px;
    background: #fff1;
  }

  .thumb img {
    display: block;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }

  .thumb img[hidden] {
    display: none;
  }

  .item small {
    display: block;
    color: #c3c8d2;
    font-size: 0.8125rem;
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
