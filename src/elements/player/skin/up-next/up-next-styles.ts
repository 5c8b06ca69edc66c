import { css } from '../../../css.ts';

/** The next entry: in the middle of the picture at the end of an entry, beside the actions after a failure. */
export const upNextStyles = css`
  .up-next {
    display: flex;
    align-items: center;
    gap: 16px;
    max-width: calc(100cqw - 32px);
    pointer-events: auto;
    text-align: start;
  }

  .up-next img {
    flex: none;
    width: min(200px, 30cqw);
    aspect-ratio: 16 / 9;
    border-radius: var(--_radius-control);
    background: #000;
    object-fit: cover;
  }

  .up-next img[hidden] {
    display: none;
  }

  .about {
    display: grid;
    gap: 4px;
    min-width: 0;
  }

  .about p {
    margin: 0;
  }

  .about .skipped {
    margin-bottom: 4px;
  }

  .skipped {
    max-width: 36ch;
    overflow-wrap: anywhere;
    font-size: 0.8125rem;
  }

  .kicker {
    color: #d8dce4;
    font-size: 0.8125rem;
  }

  .entry {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    max-width: 36ch;
    overflow: hidden;
    font-size: 1.0625rem;
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .acts {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    pointer-events: auto;
  }

  .up-next .acts {
    margin-top: 8px;
  }

  .failure {
    container-type: size;
  }

  .failure .acts {
    justify-content: center;
  }

  .acts .action {
    grid-auto-flow: column;
    padding-inline: 16px;
  }

  .play-now:has(.count) {
    padding-inline-start: 6px;
  }

  .cancel {
    background: #fff3;
    color: inherit;
  }

  .cancel:hover {
    background: #fff5;
  }

  /* Where there is no room for words. */
  .acts .icon {
    display: none;
  }

  .count {
    display: grid;
    place-items: center;
    width: 28px;
    height: 28px;
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
  }

  .count > * {
    grid-area: 1 / 1;
  }

  .ring {
    width: 28px;
    height: 28px;
    rotate: -90deg;
  }

  .ring circle {
    fill: none;
    stroke: currentColor;
    stroke-width: 2.5;
    stroke-dasharray: var(--_left, 1) 1;
    transition: stroke-dasharray 1s linear;
  }

  @media (prefers-reduced-motion: reduce) {
    .ring {
      display: none;
    }
  }

  /* A small player: the large button makes room, and so does the picture. */
  @container (max-width: 399.98px) {
    .up-next img {
      display: none;
    }

    .up-next {
      max-width: calc(100cqw - 16px);
      text-align: center;
    }

    .about {
      justify-items: center;
    }

    .entry {
      -webkit-line-clamp: 1;
      font-size: 0.9375rem;
    }

    .up-next .acts {
      justify-content: center;
      margin-top: 4px;
    }

    /* The end has its own scrim, below. */
    .scrim:has(~ .with-next) > div {
      background: none;
    }

    .cancel .label {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }

    .cancel .icon {
      display: block;
    }

    .acts .cancel {
      padding-inline: 8px;
    }

    .failure:has(.acts) > .icon {
      display: none;
    }

    .failure .kicker {
      display: none;
    }

    .with-next .at-play,
    .with-next .at-previous,
    .with-next .at-next {
      visibility: hidden;
    }
  }

  @container (max-width: 259.98px) {
    .kicker,
    .entry {
      display: none;
    }

    .play-now .label {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }

    .acts .action {
      min-width: 40px;
      height: 36px;
      padding: 0 6px;
    }

    .failure:has(.acts) p {
      font-size: 0.8125rem;
      line-height: 1.25;
    }

    .failure:has(.acts) .action {
      height: 32px;
      margin-top: -8px;
      padding-inline: 8px;
      font-size: 0.8125rem;
      line-height: 1.1;
    }

    .play-now .icon {
      display: block;
    }
  }

  @media (forced-colors: active) {
    .up-next {
      padding: 8px;
      border: 1px solid CanvasText;
      background: Canvas;
      color: CanvasText;
    }

    .kicker {
      color: inherit;
    }

    .cancel,
    .cancel:hover {
      background: Canvas;
      color: ButtonText;
    }
  }

  @media (forced-colors: active) {
    @container (max-width: 399.98px) {
      .up-next {
        padding-block: 2px;
      }
    }
  }
`;
