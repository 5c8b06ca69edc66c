import { css } from '../../../css.ts';

/** The two sliders: thick enough to hit, thin to look at. */
export const sliderStyles = css`
  .seek {
    position: relative;
    flex: 1;
    height: 40px;
    padding-inline: 8px;
    box-sizing: border-box;
  }

  input {
    --_thumb: 16px;
    appearance: none;
    height: 40px;
    margin: 0;
    background: none;
    cursor: pointer;
  }

  input::-webkit-slider-runnable-track {
    height: var(--_thumb);
  }

  input::-webkit-slider-thumb {
    appearance: none;
    box-sizing: border-box;
    width: var(--_thumb);
    height: var(--_thumb);
    border-radius: 999px;
    background: var(--_over);
    box-shadow: 0 0 4px #0008;
    transition: transform var(--_ease);
  }

  input::-moz-range-thumb {
    box-sizing: border-box;
    width: var(--_thumb);
    height: var(--_thumb);
    border: 0;
    border-radius: 999px;
    background: var(--_over);
    box-shadow: 0 0 4px #0008;
  }

  input:disabled {
    visibility: hidden;
  }

  .seek,
  .seek input {
    /* Across, a finger moves the video; up and down, the page. */
    touch-action: pan-y;
  }

  /* Half a thumb longer than the rail's inside at each end: the thumb's middle goes from end to end of that. */
  .seek input {
    position: absolute;
    inset-inline: 0;
    width: 100%;
  }

  .seek:not(:hover) input:not(:focus-visible)::-webkit-slider-thumb,
  .at-volume:not(:hover) input:not(:focus-visible)::-webkit-slider-thumb {
    transform: scale(0.75);
  }

  .rail {
    --_buffered: #fff3;
    position: absolute;
    inset: 17px 7px;
    overflow: hidden;
    border-radius: 4px;
    /* A light edge around a dark rail: one of them stands out from any picture. */
    border: 1px solid #fff7;
    background:
      linear-gradient(#fff2 0 0) padding-box,
      #000a padding-box;
    mask-image: linear-gradient(to right, var(--gaps, #000 0% 100%));
    mask-origin: padding-box;
    transition: transform var(--_ease);
  }

  .seek:hover .rail {
    transform: scaleY(1.6);
  }

  .rail > * {
    position: absolute;
    inset: 0;
    transform-origin: left;
  }

  .buffered {
    background: linear-gradient(to right, var(--buffered, #0000 0%, #0000 0%));
  }

  .played {
    /* Contrasts with the buffered part by 3:1, however dark the page's accent is. */
    background: oklch(from var(--_accent) max(l, 0.75) c h);
    transform: scaleX(var(--played, 0));
  }

  /* The part that is repeated, between two edges. */
  .part {
    inset-inline: calc(var(--from, 0) * 100%) calc((1 - var(--to, 0)) * 100%);
    min-width: 2px;
    box-sizing: border-box;
    border: solid var(--_over);
    border-width: 0 2px;
    background: #fff6;
  }

  .marker {
    position: absolute;
    top: 50%;
    left: calc(8px + (100% - 16px) * var(--at, 0));
    box-sizing: border-box;
    width: 6px;
    height: 12px;
    /* A dark edge around a light mark, as the rail has it the other way round. */
    border: 1px solid #000c;
    border-radius: 3px;
    background: var(--_over);
    transform: translate(-50%, -50%);
    pointer-events: none;
  }

  .tip {
    display: grid;
    justify-items: center;
    position: absolute;
    bottom: 34px;
    left: 0;
    max-width: min(256px, 100cqw - 16px);
    padding: 3px 8px;
    box-sizing: border-box;
    border-radius: var(--_radius-control);
    background: #16181df2;
    box-shadow: 0 2px 12px #0006;
    font-size: 0.8125rem;
    transform: translateX(var(--tip-left, 0));
    opacity: 0;
    transition: opacity var(--_ease);
    pointer-events: none;
  }

  .tip.shown {
    opacity: 1;
  }

  .tip-picture {
    position: relative;
    margin-block: 2px;
    overflow: hidden;
    border-radius: calc(var(--_radius-control) - 2px);
    background: #000;
  }

  .tip:has(.tip-picture:not([hidden])) {
    padding-inline: 4px;
  }

  .tip-picture[hidden] {
    display: none;
  }

  .tip-picture img {
    position: absolute;
    inset: 0 auto auto 0;
    max-width: none;
    object-fit: contain;
    transform-origin: 0 0;
  }

  .tip-picture video {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: contain;
  }

  /* A picture of another moment stays while the next one is on its way, and not for longer. */
  .tip-picture .late {
    visibility: hidden;
    transition: visibility 0s 0.4s;
  }

  .tip-title {
    max-width: 100%;
    overflow: hidden;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  .tip-title:empty {
    display: none;
  }

  .tip-time {
    font-variant-numeric: tabular-nums;
  }

  .at-volume input {
    display: none;
    width: 72px;
    margin-inline: 4px;
  }

  /* The line is as long as the way of the thumb, which is smaller while the pointer is elsewhere. */
  .at-volume input::-webkit-slider-runnable-track {
    background:
      linear-gradient(var(--_over) 0 0) left 2px top 50% / var(--_filled) 4px no-repeat,
      linear-gradient(#fff5 0 0) 50% 50% / calc(100% - 4px) 4px no-repeat;
    --_filled: calc(6px + (100% - var(--_thumb)) * var(--played, 0));
  }

  .at-volume input:dir(rtl)::-webkit-slider-runnable-track {
    background-position:
      right 2px top 50%,
      50% 50%;
  }

  .at-volume input::-moz-range-track {
    height: 4px;
    border-radius: 4px;
    background: #fff5;
  }

  .at-volume input::-moz-range-progress {
    height: 4px;
    border-radius: 4px;
    background: var(--_over);
  }

  @media (hover: hover) {
    @container (min-width: 600px) {
      .at-volume input {
        display: block;
      }
    }
  }
`;
