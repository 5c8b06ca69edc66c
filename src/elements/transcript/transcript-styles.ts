import { css } from '../css.ts';

/** The look of a transcript's content; colours come from the tokens. */
export const transcriptStyles = css`
  button,
  input {
    color: inherit;
    font: inherit;
  }

  :is(button, input, .line):focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: -2px;
  }

  .tools {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    padding: 8px;
    border-block-end: 1px solid var(--_line);
  }

  .search {
    flex: 1 1 14em;
    box-sizing: border-box;
    min-inline-size: 0;
    min-block-size: 40px;
    padding: 0 10px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-control);
    background: var(--_surface);
  }

  .count {
    min-inline-size: 5em;
    color: var(--_text-quiet);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    text-align: center;
  }

  .count:empty {
    display: none;
  }

  .tool {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-inline-size: 40px;
    min-block-size: 40px;
    padding: 0 10px;
    border: 1px solid transparent;
    border-radius: var(--_radius-control);
    background: none;
  }

  .tool:hover {
    background: var(--_surface-sunken);
  }

  .tool[aria-pressed='true'] {
    border-color: var(--_line);
    background: var(--_surface-sunken);
  }

  .chevron {
    inline-size: 6px;
    block-size: 6px;
    border: solid currentColor;
    border-width: 0 1.75px 1.75px 0;
    rotate: 45deg;
    translate: 0 -2px;
  }

  .up {
    rotate: -135deg;
    translate: 0 2px;
  }

  .lines {
    flex: 1;
    position: relative;
    margin: 0;
    padding: 4px;
    overflow: auto;
    /* The list scrolls itself, in every browser. */
    overflow-anchor: none;
    overscroll-behavior: contain;
    scrollbar-gutter: stable;
  }

  .line {
    display: grid;
    grid-template-columns: 4.5em 1fr;
    gap: 8px;
    padding: 6px 8px;
    border-radius: calc(var(--_radius) - 4px);
    cursor: pointer;
    scroll-margin-block: 64px;
  }

  .line:hover {
    background: var(--_surface-sunken);
  }

  .line[aria-current='true'] {
    background: var(--_surface-sunken);
    box-shadow: inset 3px 0 0 var(--_accent);
  }

  .line[aria-current='true']:dir(rtl) {
    box-shadow: inset -3px 0 0 var(--_accent);
  }

  .time {
    color: var(--_text-quiet);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    line-height: 1.68;
  }

  .words {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }

  .voice {
    display: block;
    font-weight: 600;
  }

  mark {
    border-radius: 2px;
    background: light-dark(#ffe58a, #665200);
    color: inherit;
  }

  .message {
    margin: 0;
    padding: 16px;
    color: var(--_text-quiet);
  }

  .hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  @media (forced-colors: active) {
    .line[aria-current='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }

    mark {
      background: Mark;
      color: MarkText;
    }
  }
`;
