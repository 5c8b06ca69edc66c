import { css } from '../../../css.ts';

/** Media without a picture: no scrim where there is nothing to read on, and one row of controls in a low player. */
export const audioStyles = css`
  :host(:state(audio)) {
    background: #16181d;
  }

  .sound {
    position: absolute;
    inset: 0;
    display: grid;
    place-content: center;
    color: #fff6;
    pointer-events: none;
  }

  .sound .icon {
    width: 64px;
    height: 64px;
    stroke-width: 1.25;
  }

  :host(:state(audio)) video:not([poster]) ~ .scrim {
    display: none;
  }

  /* A press between two controls is a slip. */
  :host(:state(low)) .stage,
  :host(:state(low)) .sound,
  :host(:state(low)) .scrim,
  :host(:state(low)) .replay {
    display: none;
  }

  /* A poster is the ground then, dark enough for the words on it. */
  :host(:state(low)) video {
    object-fit: cover;
    opacity: 0.3;
  }

  :host(:state(low)) .end {
    background: none;
  }

  :host(:state(low)) .top {
    padding-bottom: 0;
  }

  :host(:state(low)) .bar {
    padding-top: 0;
  }

  :host(:state(low)) .heading {
    font-size: 0.9375rem;
  }

  :host(:state(low)) .with-cues .heading {
    visibility: hidden;
  }

  :host(:state(low)) .cue-frame .cue-area {
    inset-block: 8px calc(4px + var(--_bar-height, 0px));
    font-size: 14px;
  }

  :host(:state(low)) .buffering {
    place-content: start end;
    padding: 12px 16px;
  }

  :host(:state(low)) .spinner {
    width: 16px;
    height: 16px;
    border-width: 3px;
  }

  :host(:state(low)) .notice {
    place-content: start end;
    padding: 8px;
  }

  :host(:state(low)) .resume-offer {
    top: 8px;
    bottom: auto;
    inset-inline: auto 8px;
  }

  :host(:state(low)) .failure {
    grid-auto-flow: column;
    align-items: center;
    text-align: start;
  }

  @media (forced-colors: active) {
    :host(:state(audio)) {
      background: Canvas;
    }

    .sound {
      color: CanvasText;
    }

    :host(:state(low)) .controls .bar {
      border: 0;
      background: Canvas;
    }
  }
`;
