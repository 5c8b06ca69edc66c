import { css } from 'lit';

/** The controls, over any frame: white on a scrim that grows darker where the words are. */
export const skinStyles = css`
  .stage {
    position: absolute;
    inset: 0;
  }

  :host(:state(playing):not(:state(controls))) .stage {
    cursor: none;
  }

  .controls {
    position: absolute;
    inset-inline: 0;
    bottom: 0;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    padding: 32px 8px 4px;
    background: linear-gradient(#0000, #000a 40%, #000d);
    /* Over a film it is always dark, whatever the page is. */
    color-scheme: dark;
    container-type: inline-size;
    transition: opacity var(--_ease);
    pointer-events: none;
  }

  .controls > * {
    pointer-events: auto;
  }

  :host(:not(:state(controls))) .controls {
    opacity: 0;
  }

  video::-webkit-media-text-track-container {
    transition: transform var(--_ease);
  }

  :host(:state(controls)) video::-webkit-media-text-track-container {
    transform: translateY(-76px);
  }

  .button,
  .action {
    display: inline-grid;
    place-items: center;
    min-width: 40px;
    height: 40px;
    margin: 0;
    padding: 0;
    border: 0;
    border-radius: var(--_radius-control);
    background: #0000;
    color: var(--_over);
    font: inherit;
    cursor: pointer;
    transition: background-color var(--_ease);
  }

  .button:hover {
    background: #fff3;
  }

  .button .icon {
    display: block;
  }

  .filled .icon {
    fill: currentColor;
  }

  .button.pause .icon {
    stroke-width: 2.5;
  }

  .button:focus-visible,
  .action:focus-visible,
  input:focus-visible {
    outline: 2px solid var(--_over);
    outline-offset: -2px;
    border-radius: var(--_radius-control);
    box-shadow: 0 0 0 2px #000;
  }

  .captions::after {
    content: '';
    width: 0;
    height: 2px;
    margin-top: -8px;
    border-radius: 2px;
    background: var(--_over);
  }

  .captions[aria-pressed='true']::after {
    width: 20px;
  }

  .volume,
  .end {
    display: flex;
    align-items: center;
  }

  .end {
    margin-inline-start: auto;
  }

  .clock {
    padding-inline: 8px;
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }

  .whole::before {
    content: ' / ';
    white-space: pre;
  }

  .whole:empty::before {
    content: none;
  }

  .live {
    padding: 2px 8px;
    border-radius: 4px;
    background: #c5221f;
    font-weight: 600;
  }

  .seek {
    position: relative;
    order: -1;
    flex: 1 0 100%;
    height: 40px;
    margin-bottom: -8px;
    padding-inline: 8px;
    box-sizing: border-box;
  }

  input {
    appearance: none;
    height: 40px;
    margin: 0;
    background: none;
    cursor: pointer;
  }

  input::-webkit-slider-runnable-track {
    height: 16px;
  }

  input::-webkit-slider-thumb {
    appearance: none;
    width: 16px;
    height: 16px;
    border-radius: 999px;
    background: var(--_over);
    box-shadow: 0 0 4px #0008;
    transition: transform var(--_ease);
  }

  input::-moz-range-thumb {
    width: 16px;
    height: 16px;
    border: 0;
    border-radius: 999px;
    background: var(--_over);
    box-shadow: 0 0 4px #0008;
  }

  input:disabled {
    visibility: hidden;
  }

  .seek input {
    position: absolute;
    inset-inline: 8px;
    width: calc(100% - 16px);
  }

  .seek:not(:hover) input:not(:focus-visible)::-webkit-slider-thumb {
    transform: scale(0.75);
  }

  .rail {
    position: absolute;
    inset: 18px 8px;
    overflow: hidden;
    border-radius: 4px;
    background: #fff5;
  }

  .rail > * {
    position: absolute;
    inset: 0;
    transform-origin: left;
  }

  .rail:dir(rtl) > * {
    transform-origin: right;
  }

  .buffered {
    background: #fff7;
    transform: scaleX(var(--buffered, 0));
  }

  .played {
    background: var(--_accent);
    transform: scaleX(var(--played, 0));
  }

  .hover {
    position: absolute;
    bottom: 34px;
    inset-inline-start: calc(8px + (100% - 16px) * var(--hover, 0));
    padding: 2px 8px;
    border-radius: var(--_radius-control);
    background: #000d;
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
    transform: translateX(-50%);
    opacity: 0;
    transition: opacity var(--_ease);
    pointer-events: none;
  }

  .hover:dir(rtl) {
    transform: translateX(50%);
  }

  .seek:hover .hover:not(:empty) {
    opacity: 1;
  }

  .volume input {
    display: none;
    width: 72px;
    margin-inline: 4px;
  }

  .volume input::-webkit-slider-runnable-track {
    background:
      linear-gradient(var(--_over) 0 0) 0 50% / calc(var(--played, 0) * 100%) 4px no-repeat,
      linear-gradient(#fff5 0 0) 0 50% / 100% 4px no-repeat;
  }

  .volume input::-moz-range-track {
    height: 4px;
    border-radius: 4px;
    background: #fff5;
  }

  .volume input::-moz-range-progress {
    height: 4px;
    border-radius: 4px;
    background: var(--_over);
  }

  @container (min-width: 560px) {
    .seek {
      order: 0;
      flex: 1;
      margin: 0;
    }
  }

  @media (hover: hover) {
    @container (min-width: 400px) {
      .volume input {
        display: block;
      }
    }
  }

  .buffering,
  .failure {
    color-scheme: dark;
    position: absolute;
    inset: 0;
    display: grid;
    place-content: center;
    pointer-events: none;
  }

  .spinner {
    width: 48px;
    height: 48px;
    border: 4px solid #fff4;
    border-top-color: var(--_over);
    border-radius: 999px;
    opacity: 0;
    animation:
      appear 150ms ease-out 300ms forwards,
      turn 900ms linear infinite;
  }

  @keyframes appear {
    to {
      opacity: 1;
    }
  }

  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    .spinner {
      animation: appear 1ms 300ms forwards;
      border-style: dotted;
    }
  }

  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .failure {
    gap: 12px;
    justify-items: center;
    padding: 16px;
    background: #000c;
    text-align: center;
    pointer-events: auto;
  }

  .failure p {
    max-width: 36ch;
    margin: 0;
  }

  .action {
    grid-auto-flow: column;
    gap: 8px;
    padding-inline: 12px 16px;
    background: var(--_over);
    color: #000;
    font-weight: 600;
  }
`;
