import { css } from '../css.ts';

/** The panel for the look of captions: at the side of a large picture, else at the bottom of the screen. */
export const panelStyles = css`
  .stage {
    anchor-name: --vh-stage;
  }

  .style-panel {
    padding: 4px 12px 12px;
    max-inline-size: 420px;
    max-block-size: min(52dvh, 420px);
    font-size: 0.875rem;
    line-height: 1.3;
  }

  @supports (position-area: block-end) {
    .style-panel.docked {
      position-anchor: --vh-stage;
      inset: anchor(top) anchor(right) anchor(bottom) auto;
      margin: 8px 8px 56px;
      inline-size: 320px;
      block-size: auto;
      max-block-size: none;
    }

    .style-panel.docked:dir(rtl) {
      inset: anchor(top) auto anchor(bottom) anchor(left);
    }

    /* The captions have the rest of the picture. */
    .cue-frame:has(~ .style-panel.docked:popover-open) {
      inset-inline-end: 328px;
    }

    @media (min-width: 480px) {
      .style-panel.of-button {
        position-anchor: --vh-cc;
        position-area: block-end span-inline-end;
        inline-size: 320px;
      }
    }
  }

  /* Over the lower part of a small picture: the captions go up, to be seen. */
  .cue-frame:has(~ .style-panel.of-picture:not(.docked):popover-open) .cue-area {
    inset-block: 44px auto;
    transform: none;
  }

  .panel-head {
    position: sticky;
    inset-block-start: -4px;
    z-index: 1;
    display: flex;
    align-items: center;
    justify-content: space-between;
    margin-inline: -12px;
    padding: 4px 4px 0 12px;
    background: #16181d;
  }

  .panel-head:dir(rtl) {
    padding: 4px 12px 0 4px;
  }

  .panel-title {
    font-size: 0.9375rem;
    font-weight: 600;
  }

  .style-panel button {
    border: 1px solid transparent;
    border-radius: calc(var(--_radius) - 2px);
    background: none;
    color: inherit;
    font: inherit;
    cursor: pointer;
  }

  .style-panel :is(button, select):focus-visible {
    outline: 2px solid #fff;
    outline-offset: 1px;
  }

  .style-panel .panel-close {
    display: grid;
    place-content: center;
    width: 40px;
    height: 40px;
  }

  .panel-close .icon {
    width: 20px;
    height: 20px;
  }

  .style-panel .panel-close:hover,
  .style-panel .preset:hover {
    background: #fff2;
  }

  .presets {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(68px, 1fr));
    gap: 6px;
    padding-block: 4px 12px;
  }

  .style-panel .preset {
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: 6px;
    min-height: 68px;
    padding: 6px 4px;
    border-color: #fff3;
    font-size: 0.75rem;
    text-align: center;
    overflow-wrap: anywhere;
  }

  .style-panel .preset[aria-pressed='true'] {
    border-color: #fff;
    background: #fff2;
    box-shadow: inset 0 0 0 1px #fff;
  }

  .sample {
    display: grid;
    place-content: center;
    width: 100%;
    height: 28px;
    border-radius: 4px;
    background: linear-gradient(120deg, #6a7f96, #b98e6f);
    font-size: calc(0.75rem * var(--_cue-size, 1));
    line-height: 1.2;
  }

  .style-panel :is(.preset, select) {
    scroll-margin-block-start: 52px;
  }

  .sample > span {
    padding: 0 0.4em;
    border-radius: 0.2em;
    background: var(--_cue-ground, #000c);
    color: var(--_cue-color, #fff);
  }

  .sample[data-preset='system'] > span {
    border: 1px dashed #fff;
    background: none;
    text-shadow: 0 0 2px #000;
  }

  .panel-row {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 40px;
  }

  .row-label {
    flex: 0 0 36%;
    overflow-wrap: anywhere;
  }

  /* Beside its label, each of two would cut its words. */
  .panel-row.pair {
    flex-wrap: wrap;
    row-gap: 2px;
    padding-block: 4px;
  }

  .pair > .row-label {
    flex-basis: 100%;
  }

  .style-panel select {
    flex: 1 1 0;
    min-width: 0;
    min-height: 32px;
    padding: 2px 4px;
    border: 1px solid #fff6;
    border-radius: calc(var(--_radius) - 2px);
    background: #0006;
    color: inherit;
    font: inherit;
    text-overflow: ellipsis;
  }

  .style-panel option {
    background: #16181d;
    color: #f1f2f5;
  }

  .system-note {
    margin: 4px 0 12px;
    color: #c3c8d2;
  }

  .style-panel .panel-reset {
    display: block;
    width: 100%;
    min-height: 40px;
    margin-block-start: 8px;
    border-color: #fff6;
  }

  .style-panel .panel-reset:hover {
    background: #fff2;
  }

  .style-panel .panel-reset[aria-disabled='true'] {
    border-color: #fff3;
    color: #a4abb8;
    cursor: default;
  }

  @media (forced-colors: active) {
    .style-panel,
    .panel-head {
      border-color: CanvasText;
      background: Canvas;
      color: CanvasText;
    }

    .style-panel button,
    .style-panel .preset {
      border-color: ButtonText;
      color: ButtonText;
    }

    .style-panel .preset[aria-pressed='true'] {
      border: 3px solid Highlight;
    }

    .sample {
      forced-color-adjust: none;
    }

    .style-panel .panel-reset[aria-disabled='true'] {
      border-color: GrayText;
      color: GrayText;
    }
  }
`;
