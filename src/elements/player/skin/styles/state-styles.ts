import { css } from '../../../css.ts';

/** The layers over the picture beside the controls: captions, spinner, notice, end screen, failure. */
export const stateStyles = css`
  .buffering,
  .failure,
  .end,
  .notice {
    color-scheme: dark;
    position: absolute;
    inset: 0;
    display: grid;
    place-content: center;
    pointer-events: none;
  }

  .spinner {
    justify-self: center;
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
    from {
      opacity: 0;
    }

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

  .buffering:has(.away) {
    container-type: inline-size;
  }

  .away {
    justify-self: center;
    max-width: 30ch;
    font-size: clamp(0.875rem, 0.5rem + 2.4cqi, 1.5rem);
    margin: 16px;
    padding: 8px 16px;
    border-radius: 16px;
    background: #000c;
    text-align: center;
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

  .action .spinner {
    width: 16px;
    height: 16px;
    border: 2px solid #0004;
    border-top-color: #000;
  }

  /* The last picture, while another source is on its way. */
  .still {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: contain;
    pointer-events: none;
  }

  :is(.nearly, .filled) ~ .still {
    object-fit: cover;
  }

  .action {
    grid-auto-flow: column;
    gap: 8px;
    padding-inline: 12px 16px;
    background: var(--_over);
    color: #000;
    font-weight: 600;
  }

  .end {
    background: #0007;
    container-type: size;
  }

  /* There are words to read. */
  .end:has(.up-next) {
    background: #0009;
  }

  .replay {
    display: grid;
    place-items: center;
    width: 72px;
    height: 72px;
    border: 0;
    border-radius: 72px;
    background: var(--_accent);
    color: var(--_on-accent);
    cursor: pointer;
  }

  .replay .icon {
    width: 36px;
    height: 36px;
  }

  .replay:focus-visible {
    outline: 2px solid var(--_over);
    outline-offset: 2px;
  }

  /* There the play button is in the middle. */
  @container (max-width: 399.98px) {
    .replay {
      display: none;
    }
  }

  .resume {
    position: absolute;
    inset: 0;
    container-type: inline-size;
    pointer-events: none;
  }

  .resume-offer {
    display: flex;
    align-items: center;
    gap: 12px;
    position: absolute;
    top: 56px;
    inset-inline-start: 16px;
    padding: 4px 4px 4px 12px;
    border-radius: 99px;
    background: #000c;
    font-size: 0.8125rem;
    pointer-events: auto;
    animation: appear 150ms ease-out backwards;
  }

  @media (prefers-reduced-motion: reduce) {
    .resume-offer {
      animation: none;
    }
  }

  .resume-offer:dir(rtl) {
    padding-inline: 12px 4px;
  }

  .resume-button {
    min-height: 32px;
    padding: 0 12px;
    border: 0;
    border-radius: 99px;
    background: #fff3;
    color: inherit;
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }

  .resume-button:hover {
    background: #fff5;
  }

  .resume-button:focus-visible {
    outline: 2px solid var(--_over);
    outline-offset: -2px;
  }

  /* There the large button is in the middle, and the controls above it and below. */
  @container (max-width: 399.98px) {
    .resume-offer {
      top: auto;
      bottom: 36px;
      inset-inline: 8px auto;
      padding-block: 0;
    }

    .resume-button {
      min-height: 24px;
      margin-block: 2px;
    }
  }

  @container (max-width: 259.98px) {
    .resume-offer {
      display: none;
    }
  }

  .notice {
    place-content: start center;
    padding-top: max(48px, 12%);
  }

  .notice span {
    padding: 4px 12px;
    border-radius: 99px;
    background: #000c;
    font-weight: 600;
  }

  .notice span:empty {
    display: none;
  }

  /* Its own cues have a size, an inset and a place above the controls that native ones have not. */
  video.own-cues::cue {
    visibility: hidden;
  }

  /* Under forced colours their ground would stay. */
  video.own-cues::-webkit-media-text-track-container {
    display: none;
  }

  .cue-frame {
    position: absolute;
    inset: 0;
    container-type: size;
    pointer-events: none;
  }
`;
