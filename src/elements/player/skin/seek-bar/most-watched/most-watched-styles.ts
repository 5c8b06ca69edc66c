import { css } from '../../../../css.ts';

/** Quiet while the pointer is elsewhere; over the rail, with its ends where the thumb's middle comes to. */
export const mostWatchedStyles = css`
  .most-watched {
    position: absolute;
    bottom: 24px;
    left: 8px;
    width: calc(100% - 16px);
    height: 15px;
    fill: var(--_over);
    /* A dark edge: the film behind it may be as light as the curve. */
    stroke: #0009;
    stroke-width: 1px;
    overflow: visible;
    opacity: 0.45;
    transition: opacity var(--_ease);
    pointer-events: none;
  }

  .most-watched path {
    vector-effect: non-scaling-stroke;
  }

  .seek:is(:hover, :focus-within) .most-watched {
    opacity: 0.8;
  }

  @media (forced-colors: active) {
    .most-watched {
      fill: CanvasText;
      stroke: Canvas;
      opacity: 1;
    }
  }
`;
