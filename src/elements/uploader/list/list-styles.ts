import { css } from '../../css.ts';

/** The look of several rows and of the line below them. */
export const listStyles = css`
  .list {
    align-self: stretch;
    display: flex;
    flex-direction: column;
  }

  ul {
    flex: 1;
    display: grid;
    margin: 0;
    padding: 0;
    list-style: none;
  }

  li {
    min-inline-size: 0;
    display: grid;
    align-items: center;
    border-block-end: 1px solid var(--_line);
    /* Of hundreds of rows, a browser lays out and draws those in view: every progress changes one of them. */
    content-visibility: auto;
    contain-intrinsic-block-size: auto 5.25rem;
  }

  /* The few that are made of hundreds have heights that are true, and no more than they need. */
  .partial {
    flex: none;
    display: block;
  }

  .partial li {
    content-visibility: visible;
  }

  .gap {
    border: 0;
  }

  /* As high with a bar as without: the list stays where it is while its rows come to their ends. */
  .list .row {
    align-content: center;
    box-sizing: border-box;
    min-block-size: 5.25rem;
    padding: 12px 16px;
    row-gap: 8px;
  }

  .list .bar {
    block-size: 6px;
  }

  .move {
    flex: none;
    display: grid;
    margin-inline: -8px -4px;
  }

  .list .move .button {
    min-inline-size: 1.5rem;
    min-block-size: 1.5rem;
    color: var(--_text-quiet);
  }

  .move .icon {
    inline-size: 1rem;
    block-size: 1rem;
  }

  /* In view beside fifty rows, where the window has room for both. */
  @media (min-height: 30rem) {
    .foot {
      position: sticky;
      inset-block-end: 0;
      z-index: 1;
    }

    .list :is(button, summary) {
      scroll-margin-block-end: 8rem;
    }
  }

  .foot {
    /* Over the last row's own line, unless it lies over another row. */
    margin-block-start: -1px;
    border-block-start: 1px solid var(--_line);
    border-radius: 0 0 var(--_radius) var(--_radius);
    background: var(--_surface);
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    padding: 12px 16px;
  }

  .foot .detail {
    flex: 1 1 10rem;
  }

  .foot .detail span {
    display: block;
  }

  .filter {
    max-inline-size: 100%;
    padding-inline: 8px;
    background: var(--_surface);
    color: var(--_text);
  }

  @media (pointer: coarse) {
    .list .move .button {
      min-inline-size: 2.5rem;
      min-block-size: 2.5rem;
    }
  }

  @container (inline-size < 26rem) {
    .list .row {
      padding: 8px 12px;
    }

    .foot .detail {
      flex-basis: 100%;
    }

    .foot .actions,
    .foot .actions .button {
      flex: 1 0 auto;
      max-inline-size: 100%;
    }
  }
  /* As on a watch: beside it, there would be room for two rows. */
  @container (inline-size < 17rem) {
    .foot {
      position: static;
    }
  }
`;
