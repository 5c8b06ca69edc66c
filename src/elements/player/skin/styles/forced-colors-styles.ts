import { css } from '../../../css.ts';

/** Under forced colours no scrim is left, and the film may have any colour: everything gets a ground and an edge. */
export const forcedColorsStyles = css`
  @media (forced-colors: active) {
    .bar {
      padding-top: 4px;
      border-block-start: 1px solid CanvasText;
      background: Canvas;
      color: CanvasText;
    }

    .scrim {
      display: none;
    }

    .heading,
    .clock,
    .notice span,
    .resume-offer {
      flex: 0 1 auto;
      border: 1px solid CanvasText;
      padding-inline: 8px;
      background: Canvas;
      color: CanvasText;
      text-shadow: none;
    }

    .end {
      background: none;
    }

    .replay {
      border: 2px solid ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }

    .resume-button {
      border: 1px solid ButtonText;
    }

    .button,
    .action {
      border: 1px solid Canvas;
      background: Canvas;
      color: ButtonText;
    }

    .action {
      border-color: ButtonText;
    }

    .at-play .button {
      background: Canvas;
    }

    .button[aria-disabled='true'] .icon {
      color: GrayText;
      opacity: 1;
    }

    .button:hover,
    .action:hover {
      border-color: Highlight;
      background: Canvas;
    }

    .button:focus-visible,
    .action:focus-visible,
    input:focus-visible {
      outline-color: Highlight;
    }

    .button[aria-pressed='true']::after {
      background: Highlight;
    }

    .rail {
      inset-block: 16px;
      border: 1px solid CanvasText;
      background: Canvas;
    }

    /* No third colour that differs from the two others is there for certain. */
    .buffered {
      display: none;
    }

    .played {
      background: Highlight;
    }

    .marker {
      border-color: Canvas;
      background: CanvasText;
    }

    .tip {
      border: 1px solid CanvasText;
      background: Canvas;
      color: CanvasText;
    }

    .live::before {
      border: 1px solid CanvasText;
      background: Canvas;
    }

    .live.now::before {
      background: Highlight;
    }

    input::-webkit-slider-thumb {
      border: 2px solid Canvas;
      background: ButtonText;
    }

    input::-moz-range-thumb {
      border: 2px solid Canvas;
      background: ButtonText;
    }

    .at-volume input::-webkit-slider-runnable-track {
      height: 4px;
      border: 1px solid CanvasText;
      background: Canvas;
    }

    .at-volume input::-webkit-slider-thumb {
      margin-block-start: -7px;
    }

    .at-volume input::-moz-range-track {
      border: 1px solid CanvasText;
      background: Canvas;
    }

    .at-volume input::-moz-range-progress {
      background: Highlight;
    }

    .spinner {
      padding: 4px;
      border-color: CanvasText;
      border-top-color: Highlight;
      background: Canvas;
    }

    .failure {
      background: Canvas;
      color: CanvasText;
    }
  }
`;
