import { css } from '../../../css.ts';

/** The look of the way to the end of an upload. */
export const shareStyles = css`
  .share {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 16px;
    min-inline-size: 0;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--_line);
  }

  .share-watch {
    position: relative;
    flex: 1 1 8rem;
    align-self: start;
    display: grid;
    place-items: center;
    box-sizing: border-box;
    min-inline-size: 0;
    max-inline-size: 12rem;
    aspect-ratio: 16 / 9;
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-control);
    background: var(--_surface-sunken);
    color: var(--_text-quiet);
  }

  .share-watch:focus-visible {
    outline: 2px solid var(--_focus);
    outline-offset: 2px;
  }

  .share-picture {
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
  }

  .share-play {
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    inline-size: 2.5rem;
    block-size: 2.5rem;
    margin: auto;
    border-radius: 999px;
    background: rgb(0 0 0 / 65%);
    color: #fff;
  }

  .share-texts {
    flex: 3 1 12rem;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    justify-items: start;
    align-content: start;
    gap: 8px;
    min-inline-size: 0;
  }

  .share-texts .field {
    inline-size: 100%;
  }

  .share-line {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 8px;
    inline-size: 100%;
    min-inline-size: 0;
  }

  .share-line .field {
    flex: 1 1 8rem;
    inline-size: auto;
  }

  .share-texts textarea {
    font-family: ui-monospace, monospace;
    font-size: 0.8125rem;
    overflow-wrap: anywhere;
  }

  /* As high with words as without: what is below stays where it is. */
  .share [part='share-status'] {
    min-block-size: 1.25rem;
  }

  @media (forced-colors: active) {
    .share-play {
      background: Canvas;
      color: LinkText;
      border: 1px solid LinkText;
    }
  }
`;
