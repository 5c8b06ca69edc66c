import { css } from '../../../css.ts';

/** The look of the place where an author cuts a film. */
export const trimStyles = css`
  .trim {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    min-inline-size: 0;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--_line);
  }

  .trim-preview {
    justify-self: center;
    max-inline-size: 100%;
    max-block-size: min(16rem, 40vh);
    border-radius: var(--_radius-control);
    background: black;
  }

  /* As wide as a handle more at both sides: the middle of a handle is where its time is. */
  .trim-strip {
    --_grip: 24px;
    position: relative;
    block-size: 56px;
    padding-inline: calc(var(--_grip) / 2);
    touch-action: pan-y;
  }

  .trim-pictures {
    display: flex;
    block-size: 100%;
    overflow: hidden;
    border-radius: var(--_radius-control);
    background: var(--_surface-sunken);
  }

  .trim-pictures canvas {
    flex: 1 1 0;
    min-inline-size: 0;
    block-size: 100%;
    object-fit: cover;
  }

  .trim-off {
    position: absolute;
    inset-block: 0;
    background: var(--_surface);
    opacity: 0.75;
    pointer-events: none;
  }

  .trim-off-start {
    left: calc(var(--_grip) / 2);
    width: calc(var(--_start) * (100% - var(--_grip)));
  }

  .trim-off-end {
    right: calc(var(--_grip) / 2);
    width: calc(var(--_end) * (100% - var(--_grip)));
  }

  .trim-handle {
    appearance: none;
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    margin: 0;
    background: none;
    /* Two lie on each other: only their thumbs are to be touched. */
    pointer-events: none;
    outline: none;
  }

  .trim-handle::-webkit-slider-runnable-track {
    block-size: 100%;
    background: none;
  }

  .trim-handle::-webkit-slider-thumb {
    appearance: none;
    box-sizing: border-box;
    inline-size: var(--_grip);
    block-size: 56px;
    border: 8px solid transparent;
    border-radius: 12px;
    background: var(--_accent) padding-box;
    box-shadow: none;
    cursor: ew-resize;
    pointer-events: auto;
  }

  .trim-handle::-moz-range-track {
    block-size: 100%;
    background: none;
  }

  .trim-handle::-moz-range-thumb {
    box-sizing: border-box;
    inline-size: var(--_grip);
    block-size: 56px;
    border: 8px solid transparent;
    border-radius: 12px;
    background: var(--_accent) padding-box;
    cursor: ew-resize;
    pointer-events: auto;
  }

  .trim-handle:focus-visible::-webkit-slider-thumb {
    outline: 2px solid var(--_focus);
    outline-offset: -4px;
  }

  .trim-handle:focus-visible::-moz-range-thumb {
    outline: 2px solid var(--_focus);
    outline-offset: -4px;
  }

  .trim-handle:disabled::-webkit-slider-thumb {
    background-color: var(--_text-quiet);
    cursor: default;
  }

  .trim-handle:disabled::-moz-range-thumb {
    background-color: var(--_text-quiet);
    cursor: default;
  }

  .trim-foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 12px;
  }

  .trim-foot .detail {
    flex: 1 1 12rem;
    min-inline-size: 0;
    margin: 0;
  }

  .row .trim .actions {
    order: 0;
    flex-wrap: wrap;
    gap: 8px;
  }

  @media (forced-colors: active) {
    .trim-pictures {
      border: 1px solid CanvasText;
    }

    .trim-off {
      background: Canvas;
    }

    .trim-handle::-webkit-slider-thumb {
      background-color: ButtonText;
      forced-color-adjust: none;
    }

    .trim-handle::-moz-range-thumb {
      background-color: ButtonText;
      forced-color-adjust: none;
    }
  }
`;
