import { css } from '../../../css.ts';

/** Where the controls stand. */
export const layoutStyles = css`
  .stage,
  .controls {
    position: absolute;
    inset: 0;
  }

  .stage {
    touch-action: manipulation;
    user-select: none;
    -webkit-user-select: none;
    -webkit-touch-callout: none;
  }

  :host(:state(playing):not(:state(controls))) .stage {
    cursor: none;
  }

  /* A rendition of 852 × 480 in a frame of 16:9 leaves a hairline otherwise. */
  video.nearly {
    object-fit: cover;
  }

  /* The viewer's choice. */
  video.filled {
    object-fit: cover;
  }

  .controls {
    /* Over a film it is always dark, whatever the page is. */
    color-scheme: dark;
    container-type: inline-size;
    transition: opacity var(--_ease);
    pointer-events: none;
  }

  .layout {
    display: grid;
    grid-template: 'top' auto '.' 1fr 'bar' auto / 100%;
    height: 100%;
  }

  .top {
    grid-area: top;
    display: flex;
    align-items: start;
    gap: 8px;
    padding: 12px 16px 40px;
  }

  .heading {
    flex: 1;
    overflow: hidden;
    font-size: 1.125rem;
    font-weight: 600;
    text-overflow: ellipsis;
    text-shadow: 0 1px 2px #000c;
    white-space: nowrap;
  }

  .bar {
    grid-area: bar;
    display: grid;
    grid-template: 'seek seek' auto 'leading trailing' auto / 1fr auto;
    align-items: center;
    padding: 40px 8px 4px;
  }

  .leading {
    grid-area: leading;
  }

  .trailing {
    grid-area: trailing;
  }

  .at-seek-bar {
    grid-area: seek;
    margin-bottom: -4px;
  }

  .leading,
  .transport,
  .trailing,
  .at {
    display: flex;
    align-items: center;
    min-width: 0;
  }

  .transport,
  .trailing,
  .at {
    flex: none;
  }

  /* Where there is no room, the title gives way first, and the time next. */
  .at-chapters {
    flex: 0 1000 auto;
  }

  .at-time {
    flex: 0 1 auto;
  }

  .at {
    pointer-events: auto;
  }

  :host(:not(:state(controls))) .controls {
    opacity: 0;
  }

  /* What depends on the length of the media would move the rest. */
  .controls.incomplete .bar {
    visibility: hidden;
  }

  .controls.incomplete .at-play {
    visibility: visible;
  }

  /* Hidden controls take no presses; they still take the focus, which shows them. */
  :host(:not(:state(controls))) .at,
  :host(:not(:state(controls))) .top,
  .controls.revealing .at {
    pointer-events: none;
  }

  .replay {
    pointer-events: auto;
  }

  /* A small player: one large button, the few that matter at the top, where the video is at the bottom. */
  @container (max-width: 399.98px) {
    .layout {
      position: relative;
      grid-template: 'volume top top' auto '. . .' 1fr 'seek seek time' auto / auto 1fr auto;
    }

    .trailing {
      /* No area of this layout has its name: it would stand behind the last one, out of sight. */
      grid-area: auto;
      position: absolute;
      top: 0;
      inset-inline-end: 0;
    }

    .bar,
    .leading,
    .transport {
      display: contents;
    }

    .top {
      padding: 9px 124px 9px 4px;
    }

    .top:dir(rtl) {
      padding-inline: 4px 124px;
    }

    .layout:has(.audio-description) .top {
      padding-inline-end: 164px;
    }

    .heading {
      font-size: 0.8125rem;
      line-height: 22px;
    }

    .at-play {
      grid-area: 1 / 1 / -1 / -1;
      place-self: center;
    }

    .at-play .button {
      width: 56px;
      height: 56px;
      border-radius: 56px;
      background: #000a;
    }

    .at-previous,
    .at-next {
      grid-area: 1 / 1 / -1 / -1;
      place-self: center;
    }

    .at-previous .button,
    .at-next .button {
      border-radius: 40px;
      background: #000a;
    }

    .at-previous {
      margin-inline-end: 120px;
    }

    .at-next {
      margin-inline-start: 120px;
    }

    /* There is room for the large button or for captions. */
    .with-cues .layout {
      grid-template:
        'volume volume volume top top' auto '. . . . .' 1fr 'previous play next seek time' auto
        / auto auto auto 1fr auto;
    }

    .with-cues .at-previous {
      grid-area: previous;
      margin: 0;
    }

    .with-cues .at-play {
      grid-area: play;
    }

    .with-cues .at-next {
      grid-area: next;
      margin: 0;
    }

    .with-cues .at-play .button {
      width: 40px;
      height: 40px;
    }

    .with-cues :is(.at-previous, .at-play, .at-next) .button {
      border-radius: var(--_radius-control);
      background: none;
    }

    .at-volume {
      grid-area: volume;
    }

    .at-seek-bar {
      margin: 0;
    }

    .at-time,
    .at-live {
      grid-area: time;
      /* Chromium makes the column narrower otherwise, and cuts off the time. */
      width: max-content;
    }

    .clock .now {
      display: inline-block;
      min-width: calc(var(--length, 0) * 1ch);
      text-align: end;
    }

    .at-skip-back,
    .at-skip-forward,
    .at-picture-in-picture,
    .at-remote-playback {
      display: none;
    }
  }

  @container (max-width: 259.98px) {
    .at-play .button {
      width: 44px;
      height: 40px;
    }

    .whole,
    .top {
      display: none;
    }

    .at-seek-bar .seek,
    .at-seek-bar input,
    .at-volume .button,
    .trailing .button,
    .at-time .button {
      height: 32px;
    }

    .at-seek-bar .rail {
      inset-block: 13px;
    }

    .with-cues .at-play .button {
      height: 32px;
    }

    .with-cues .at-previous,
    .with-cues .at-next {
      display: none;
    }
  }

  @container (max-width: 519.98px) {
    .at-captions-menu,
    .at-playlist,
    .at-skip-back,
    .at-skip-forward,
    .at-picture-in-picture {
      display: none;
    }
  }

  /* Its title wants room; the list is in the settings, too. */
  @container (max-width: 719.98px) {
    .at-chapters,
    .at-shuffle {
      display: none;
    }
  }
`;
