import { css } from '../../css.ts';

/** The player before anything is played: the poster, its words and the button. */
export const facadeStyles = css`
  :host {
    --_over: #fff;
    display: block;
    position: relative;
    overflow: hidden;
    aspect-ratio: 16 / 9;
    border-radius: var(--_radius);
    background: #000;
    color: var(--_over) !important;
    font-size: 0.9375rem;
    line-height: 1.4 !important;
    isolation: isolate;
  }

  /* Said before anything is loaded, so that the page does not move when it is. */
  :host(:is([audio], [src$='.mp3'], [src$='.m4a']):not([poster])) {
    aspect-ratio: auto;
    height: 136px;
  }

  :host([hidden]),
  .facade [hidden] {
    display: none;
  }

  video {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: contain;
  }

  .facade {
    position: absolute;
    inset: 0;
    container-type: inline-size;
  }

  .start {
    all: unset;
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    width: 100%;
    border-radius: inherit;
    background: linear-gradient(#0009, #0000 35%, #0000 70%, #0006);
    cursor: pointer;
  }

  .facade :focus-visible {
    outline: 2px solid var(--_over);
    outline-offset: -4px;
    box-shadow: inset 0 0 0 2px #000;
  }

  .big {
    display: grid;
    place-items: center;
    width: 72px;
    height: 72px;
    border-radius: 50%;
    background: var(--_accent);
    color: var(--_on-accent);
    box-shadow: 0 4px 24px #0006;
    transition: scale var(--_ease);
  }

  .big .icon {
    width: 36px;
    height: 36px;
    fill: currentColor;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linejoin: round;
    /* A triangle looks centred a little to the right of where it is. */
    translate: 2px;
  }

  .start:hover .big {
    scale: 1.06;
  }

  .title,
  .note {
    position: absolute;
    inset-inline: 16px;
    text-shadow: 0 1px 2px #000c;
    pointer-events: none;
  }

  .title {
    top: 12px;
    overflow: hidden;
    font-size: 1.125rem;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .note {
    bottom: 12px;
  }

  /* There is no button: the video cannot play yet. */
  .wait {
    inset: 0;
    display: grid;
    place-items: center;
    padding: 40px 16px;
    background: #0009;
    font-size: clamp(0.875rem, 0.5rem + 2.4cqi, 1.5rem);
    text-align: center;
  }

  .time {
    inset-inline-start: auto;
    padding: 2px 8px;
    border-radius: var(--_radius-control);
    background: #000b;
    font-size: 0.8125rem;
  }

  @container (max-width: 400px) {
    .big {
      width: 56px;
      height: 56px;
    }

    .title {
      font-size: 0.9375rem;
    }
  }

  /* No scrim and no shadow is left then, and the poster may have any colour. */
  @media (forced-colors: active) {
    :host {
      --_over: CanvasText;
      border: 1px solid CanvasText;
    }

    .facade :focus-visible {
      outline: 4px solid Highlight;
    }

    .big {
      border: 2px solid ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }

    .start:hover .big {
      border-color: Highlight;
    }

    .title,
    .note {
      padding: 2px 8px;
      border: 1px solid CanvasText;
      background: Canvas;
      color: CanvasText;
    }

    .title {
      inset-inline-end: auto;
      max-width: calc(100% - 50px);
    }
  }
`;
