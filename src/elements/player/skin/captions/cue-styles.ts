import { css } from '../../../css.ts';

/**
 * Captions as the player draws them. `--_cue-…` are what the viewer has chosen; each has what the author or the player has
 * as its fallback.
 */
export const cueStyles = css`
  .cue-area {
    position: absolute;
    inset: max(8px, 3cqh) max(8px, 3cqw);
    display: flex;
    flex-direction: column-reverse;
    align-items: center;
    gap: 0.25em;
    /* Of an upright film, the width is what there is little of. */
    font-size: calc(max(14px, 5cqmin) * var(--_cue-size, 1));
    line-height: 1.35;
    transition: inset var(--_ease);
  }

  :host(:state(controls)) .cue-area {
    inset-block: max(8px, 3cqh, var(--_top-height, 0px)) calc(max(8px, 3cqh) + var(--_bar-height, 0px));
  }

  /* What a key has done stands between them: they are measured, and in their place at once. */
  .cue-frame:has(~ .notice span:not(:empty)) .cue-area {
    transition: none;
  }

  .waiting .cue-area {
    visibility: hidden;
  }

  .notice.below {
    place-content: end center;
    padding-block: 0 calc(12px + var(--_bar-height, 0px));
  }

  .cues {
    display: flex;
    flex-direction: column;
    align-items: center;
    inline-size: 100%;
  }

  .cues.second {
    font-size: 0.85em;
  }

  .cue {
    max-width: min(var(--width, 100%), var(--_cue-line-width, 100%));
    padding: var(--_cue-window-inset, 0);
    border-radius: 0.25em;
    background: var(--_cue-window, none);
    text-align: center;
    white-space: pre-line;
    overflow-wrap: break-word;
  }

  .cue.placed {
    position: absolute;
    box-sizing: border-box;
    width: var(--width, auto);
    inset: var(--top, auto) var(--right, auto) var(--bottom, auto) var(--left, auto);
  }

  .cue.start {
    text-align: start;
  }

  .cue.finish {
    text-align: end;
  }

  .cue.vertical {
    width: auto;
    max-width: none;
    height: var(--height, auto);
  }

  .cue.vertical.to-left {
    inset: var(--top, 0) var(--right, 0) auto var(--left, auto);
    writing-mode: vertical-rl;
  }

  .cue.vertical.to-right {
    inset: var(--top, 0) var(--right, auto) auto var(--left, 0);
    writing-mode: vertical-lr;
  }

  .cue.region {
    display: flex;
    flex-direction: column;
    justify-content: end;
    height: var(--lines);
    overflow: hidden;
  }

  /* The viewer's place is stronger than the author's. */
  .cue-frame:is(.at-top, .at-bottom) .cue {
    position: static;
    width: auto;
    height: auto;
    writing-mode: horizontal-tb;
  }

  .cue-frame.at-top .cue-area {
    flex-direction: column;
  }

  .cue > span {
    padding: 0.1em 0.4em;
    border-radius: 0.2em;
    background: var(--_cue-ground, var(--_class-ground, #000c));
    color: var(--_cue-color, var(--_class-color, #fff));
    font-family: var(--_cue-font, inherit);
    font-variant-caps: var(--_cue-caps, normal);
    text-shadow: var(--_cue-edge, none);
    box-decoration-break: clone;
    -webkit-box-decoration-break: clone;
  }

  .cue rt {
    font-size: 0.6em;
  }

  .later {
    opacity: 0.45;
  }

  .cue-color {
    color: var(--_cue-color, var(--_class-color));
  }

  .cue-ground {
    background: var(--_cue-ground, var(--_class-ground));
  }

  .cue-faded {
    opacity: var(--_class-opacity);
  }

  /* Who has chosen colours wants to see them. */
  .cue-frame.coloured .cue-faded {
    opacity: 1;
  }

  @media (forced-colors: active) {
    .cue-faded {
      opacity: 1;
    }

    .cue > span {
      border: 1px solid CanvasText;
      padding-inline: 8px;
      background: Canvas;
      color: CanvasText;
      text-shadow: none;
    }

    /* Who has chosen colours for captions has chosen them against these. */
    .cue-frame.coloured .cue > span {
      forced-color-adjust: none;
      border: 0;
      background: var(--_cue-ground, #000);
      color: var(--_cue-color, #fff);
      text-shadow: var(--_cue-edge, none);
    }
  }
`;
