import { css } from '../../../css.ts';

/** The player in its own window, and what the page shows meanwhile. */
export const windowStyles = css`
  :host(.window) {
    position: fixed;
    inset: 0;
    aspect-ratio: auto;
    border: 0;
    border-radius: 0;
  }

  /* It leads back. In the small layout it has the place of the button that fills the screen. */
  :host(.window) .at-picture-in-picture {
    display: flex;
  }

  .placeholder {
    color-scheme: dark;
    position: absolute;
    inset: 0;
    display: grid;
    place-content: center;
    justify-items: center;
    gap: 12px;
    padding: 8px 16px;
    text-align: center;
  }

  .placeholder img {
    position: absolute;
    inset: 0;
    z-index: -1;
    width: 100%;
    height: 100%;
    object-fit: cover;
    filter: blur(12px) brightness(0.35);
    scale: 1.1;
  }

  .placeholder .action {
    padding-inline: 16px;
  }

  .placeholder p {
    margin: 0;
  }

  @media (forced-colors: active) {
    .placeholder {
      background: Canvas;
      color: CanvasText;
    }

    .placeholder img {
      display: none;
    }

    .placeholder .action {
      border: 1px solid ButtonText;
    }
  }
`;
