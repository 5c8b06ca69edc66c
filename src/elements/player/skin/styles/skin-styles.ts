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

  /* Nobody presses what they do not see; the focus still comes to it, and shows it. */
  :host(:not(:state(controls))) .controls > *,
  .controls.revealing > * {
    pointer-events: none;
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

  .captions {
    position: relative;
  }

  .captions[aria-pressed='true']::after {
    content: '';
    position: absolute;
    inset-block-end: 4px;
    width: 20px;
    height: 2px;
    border-radius: 2px;
    background: var(--_over);
  }

  .leading,
  .trailing,
  .at {
    display: flex;
    align-items: center;
  }

  .trailing {
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
