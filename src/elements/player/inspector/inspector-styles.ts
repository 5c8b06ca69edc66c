import { css } from '../../css.ts';

/** The styles of the inspector. It lies over the picture and leaves the bar of controls free. */
export const inspectorStyles = css`
  .inspector {
    position: absolute;
    z-index: 5;
    inset: 0 auto auto 0;
    box-sizing: border-box;
    width: min(100%, 40em);
    display: flex;
    flex-direction: column;
    max-height: calc(100% - 72px);
    padding: 8px 12px;
    overflow: auto;
    container-type: inline-size;
    background: #111e;
    color: #fff;
    font:
      12px/1.5 ui-monospace,
      monospace;
    letter-spacing: normal;
    text-align: start;
    word-spacing: normal;
    white-space: normal;
    cursor: auto;
    user-select: text;
    color-scheme: dark;
  }

  .inspector > * {
    flex: none;
  }

  .inspector header {
    position: sticky;
    z-index: 1;
    top: -8px;
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    margin: -8px -12px 4px;
    padding: 8px 12px 4px;
    background: #111;
  }

  .inspector h2 {
    flex: 1;
    margin: 0;
    font-size: 1em;
    line-height: 1.5;
  }

  .inspector :is(button, select) {
    min-width: 24px;
    min-height: 24px;
    padding: 2px 8px;
    border: 1px solid #888;
    border-radius: 4px;
    background: #222;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }

  .inspector :is(button, select, [tabindex]):focus-visible {
    outline: 2px solid #fff;
    outline-offset: 1px;
  }

  .inspector canvas {
    display: block;
    width: 100%;
    height: 72px;
    background: #0008;
  }

  .inspector .legend {
    margin: 0 0 4px;
    color: #ccc;
  }

  .inspector dl {
    display: grid;
    grid-template-columns: max-content 1fr;
    gap: 0 12px;
    margin: 0;
  }

  .inspector dt {
    color: #ccc;
  }

  .inspector dd {
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
  }

  .inspector .scroll {
    max-height: 16em;
    overflow: auto;
  }

  .inspector table {
    width: 100%;
    border-collapse: collapse;
    font: inherit;
  }

  .inspector caption {
    padding: 8px 0 4px;
    font-weight: bold;
    text-align: start;
  }

  .inspector :is(th, td) {
    padding: 0 8px 0 0;
    font-weight: normal;
    text-align: start;
    vertical-align: top;
  }

  .inspector td.wide {
    overflow-wrap: anywhere;
  }

  .inspector td:not(.wide) {
    white-space: nowrap;
  }

  .inspector th {
    color: #ccc;
  }

  .inspector tr.cmcd td {
    padding-inline-start: 5em;
    color: #ccc;
  }

  .inspector tr.failed td {
    color: #f99;
  }

  /* A small player has room for a few lines: facts come first there. */
  @container (max-width: 400px) {
    .inspector :is(canvas, .legend, .scroll) {
      order: 1;
    }
  }

  @media (forced-colors: active) {
    .inspector {
      border: 1px solid CanvasText;
      background: Canvas;
      color: CanvasText;
    }

    .inspector header {
      background: Canvas;
    }

    .inspector :is(dt, dd, th, td, .legend),
    .inspector tr:is(.cmcd, .failed) td {
      color: CanvasText;
    }

    .inspector :is(button, select) {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }

    .inspector canvas {
      background: #000;
      forced-color-adjust: none;
    }
  }
`;
