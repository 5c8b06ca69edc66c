import { css } from '../css.ts';

/** The styles of the captions menu beside `popupStyles`. */
export const menuStyles = css`
  .menu {
    max-block-size: min(60dvh, 360px);
  }

  @supports (position-area: block-end) {
    @media (min-width: 480px) {
      .menu {
        position-anchor: --vh-cc;
        position-area: block-end span-inline-end;
        max-inline-size: 320px;
      }

      .menu.player {
        position-area: block-start span-inline-start;
      }
    }
  }

  .item .icon {
    color: var(--_accent);
  }

  .item small {
    display: block;
    color: var(--_text-quiet);
    font-size: 0.8125rem;
  }

  .apart {
    border-block-start: 1px solid var(--_line);
    border-radius: 0 0 calc(var(--_radius) - 4px) calc(var(--_radius) - 4px);
  }

  .spoken {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
