import { css } from '../../css.ts';

/** The look of the recorder, which comes with it; colours and shapes come from the tokens. */
export const recorderStyles = css`
  .recorder {
    grid-area: 1 / 1;
    min-inline-size: 0;
    display: grid;
    /* As wide as its place: long names of devices are cut. */
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    padding: 16px;
    justify-items: center;
  }

  .recorder .stage {
    position: relative;
    display: grid;
    grid-template-columns: 100%;
    align-content: center;
    justify-items: center;
    gap: 12px;
    inline-size: min(100%, 40rem);
    aspect-ratio: 16 / 9;
    min-block-size: 10rem;
    box-sizing: border-box;
    text-align: center;
    overflow: hidden;
    border-radius: var(--_radius);
    background: #0b0c0f;
    color: #fff;
  }

  .recorder .stage > .words {
    padding-inline: 12px;
    color: inherit;
  }

  .recorder .stage > .badge {
    background: rgb(255 255 255 / 0.14);
    color: #fff;
  }

  .recorder .stage > .button {
    inline-size: max-content;
    max-inline-size: calc(100% - 24px);
    border-color: rgb(255 255 255 / 0.5);
  }

  .recorder .stage > .button:hover {
    background: rgb(255 255 255 / 0.14);
  }

  .recorder .stage > .button:focus-visible {
    outline-color: #fff;
  }

  .recorder video {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
  }

  /* The preview is mirrored; the recording is not. */
  .recorder video.mirrored {
    transform: scaleX(-1);
  }

  .recorder .clock,
  .recorder .safe {
    position: absolute;
    inset-block-start: 8px;
    inset-inline-start: 8px;
    display: flex;
    align-items: center;
    gap: 8px;
    max-inline-size: calc(100% - 16px);
    box-sizing: border-box;
    padding: 4px 12px;
    border-radius: 0.875rem;
    background: rgb(0 0 0 / 0.65);
    font-size: 0.8125rem;
    font-weight: 500;
    font-variant-numeric: tabular-nums;
  }

  .recorder .safe {
    inset-block: auto 8px;
    /* Beside the meter. */
    max-inline-size: calc(100% - 4rem - 28px);
    font-weight: 400;
  }

  .recorder .safe:empty {
    display: none;
  }

  .recorder .lack {
    position: absolute;
    inset-block-start: 50%;
    inset-inline: 8px;
    inline-size: fit-content;
    margin-inline: auto;
    padding: 4px 12px;
    border-radius: 0.875rem;
    background: rgb(0 0 0 / 0.65);
    font-size: 0.8125rem;
  }

  .recorder .countdown {
    z-index: 1;
    font-size: 4rem;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    text-shadow: 0 0 16px rgb(0 0 0 / 0.7);
  }

  /* The microphone's level. */
  .recorder .level {
    position: absolute;
    inset-block-end: 12px;
    inset-inline-end: 12px;
    inline-size: 4rem;
    block-size: 8px;
    border: 1px solid #fff;
    border-radius: 999px;
    background: linear-gradient(#fff 0 0) 0 / calc(var(--_level, 0) * 100%) no-repeat rgb(0 0 0 / 0.65);
  }

  .recorder .level[hidden] {
    display: none;
  }

  .recorder .level:dir(rtl) {
    background-position: 100% 0;
  }

  /* Where a camera over a screen is seen. */
  .recorder .grip {
    position: absolute;
    inline-size: 31%;
    block-size: 31%;
    cursor: grab;
    touch-action: none;
  }

  .recorder .grip:active {
    cursor: grabbing;
  }

  .recorder [data-corner^='top'] .grip {
    inset-block-start: 0;
  }

  .recorder [data-corner^='bottom'] .grip {
    inset-block-end: 0;
  }

  /* A film has no direction of reading. */
  .recorder [data-corner$='left'] .grip {
    left: 0;
  }

  .recorder [data-corner$='right'] .grip {
    right: 0;
  }

  /* What is said stands at the edge where the camera is not. */
  .recorder [data-corner] .clock {
    max-inline-size: calc(100% - 4rem - 28px);
  }

  .recorder [data-corner^='top'] .clock {
    inset-block: auto calc(12px + 1.75rem);
  }

  .recorder [data-corner^='bottom'] .safe {
    inset-block: calc(12px + 1.75rem) auto;
  }

  .recorder [data-corner^='bottom'] .level {
    inset-block: 12px auto;
  }

  .recorder .light {
    inline-size: 8px;
    block-size: 8px;
    border-radius: 50%;
    background: #ff5a52;
    animation: glow 1.6s ease-in-out infinite;
  }

  .recorder[data-status='paused'] .light,
  .recorder[data-status='stopping'] .light {
    animation: none;
    background: #b6bcc8;
  }

  @keyframes glow {
    50% {
      opacity: 0.3;
    }
  }

  .recorder .controls {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 8px 16px;
    min-block-size: 4rem;
  }

  /* Where nothing stands beside it, the round button is in the middle all the same. */
  .recorder .controls > span:empty {
    inline-size: 2.5rem;
  }

  .recorder [part='record-button'] {
    inline-size: 4rem;
    block-size: 4rem;
    border: 3px solid var(--_line);
    border-radius: 50%;
    color: light-dark(#d92d20, #ff6a61);
  }

  .recorder [part='record-button']:hover {
    border-color: currentColor;
    background: none;
  }

  .recorder [part='record-button'] .icon {
    inline-size: 3rem;
    block-size: 3rem;
  }

  .recorder .devices {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 8px 12px;
    min-block-size: 2.5rem;
    max-inline-size: 100%;
  }

  .recorder select {
    min-block-size: 2.5rem;
    min-inline-size: 0;
    max-inline-size: min(14rem, 100%);
    padding: 0 12px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-control);
    background: var(--_surface);
    color: var(--_text);
    font: inherit;
    font-size: 0.8125rem;
  }

  .recorder .toggle {
    font-size: 0.8125rem;
  }

  .recorder .toggle[aria-pressed='true'] {
    border-color: var(--_accent);
    color: var(--_accent);
  }

  .recorder .toggle[aria-pressed='false'] {
    color: var(--_text-quiet);
  }

  .left-behind {
    grid-row: 2;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 8px 12px;
    padding: 12px 16px;
    border-block-start: 1px solid var(--_line);
    font-size: 0.8125rem;
  }

  /* Beside what records again, the × has room above only. */
  @container (inline-size < 26rem) {
    .row:has(.opener) {
      position: relative;
    }

    .row:has(.opener) .texts {
      padding-inline-end: 2.25rem;
    }

    .row .actions:has(.opener) {
      gap: 8px;
    }

    .actions:has(.opener) > [part='cancel-button'] {
      position: absolute;
      inset-block-start: 12px;
      inset-inline-end: 12px;
    }
  }

  @container (inline-size < 17rem) {
    .recorder {
      padding: 8px;
    }

    .recorder :is(.controls, .devices) {
      gap: 4px;
    }

    /* Above the meter. */
    .recorder .safe {
      inset-block: auto 28px;
      max-inline-size: calc(100% - 16px);
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .recorder .light {
      animation: none;
    }
  }

  @media (forced-colors: active) {
    .recorder [part='record-button'] {
      border-color: ButtonText;
      color: ButtonText;
    }

    .recorder .toggle[aria-pressed='true'] {
      border-color: Highlight;
    }

    .recorder .clock,
    .recorder .lack,
    .recorder .safe {
      border: 1px solid;
      background: Canvas;
      color: CanvasText;
    }

    .recorder .light,
    .recorder .level {
      forced-color-adjust: none;
    }
  }
`;
