import { css } from '../../../css.ts';

/** The look of the choice of a picture. */
export const posterStyles = css`
  .poster-form {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 16px;
    min-inline-size: 0;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--_line);
  }

  .poster-preview {
    flex: 1 1 12rem;
    align-self: start;
    display: grid;
    place-items: center;
    box-sizing: border-box;
    min-inline-size: 0;
    max-inline-size: 20rem;
    aspect-ratio: 16 / 9;
    overflow: hidden;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-control);
    background: var(--_surface-sunken);
    color: var(--_text-quiet);
  }

  .poster-preview canvas {
    inline-size: 100%;
    block-size: 100%;
    object-fit: contain;
  }

  .poster-choice {
    flex: 2 1 14rem;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 8px;
    min-inline-size: 0;
  }

  .poster-offers {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(4.5rem, 1fr));
    gap: 8px;
    max-inline-size: 26rem;
  }

  .poster-offer {
    position: relative;
    min-block-size: 2.5rem;
    aspect-ratio: 16 / 9;
    padding: 0;
    overflow: hidden;
    border: 2px solid transparent;
    border-radius: var(--_radius-control);
    background: var(--_surface-sunken);
    cursor: pointer;
  }

  .poster-offer[aria-pressed='true'] {
    border-color: var(--_accent);
  }

  .poster-offer:disabled {
    cursor: default;
    opacity: 0.55;
  }

  .poster-offer canvas {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
  }

  .poster-moment {
    display: flex;
    align-items: center;
    gap: 12px;
  }

  .field .poster-moment input {
    flex: 1 1 6rem;
    min-inline-size: 0;
    padding: 0;
    border: 0;
    background: none;
    accent-color: var(--_accent);
  }

  .poster-moment .detail {
    flex: none;
  }

  .poster-choice .author-foot .detail {
    flex: 1 1 8rem;
  }

  .poster-choice .author-foot .detail:empty {
    display: none;
  }

  .poster-buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-inline-start: auto;
  }

  @media (forced-colors: active) {
    .poster-offer[aria-pressed='true'] {
      border: 4px solid Highlight;
    }
  }
`;
