import { css } from '../../../css.ts';

/**
 * The scrim, darker where the words of the controls are. It is beside the controls, and not in them: captions stand on it,
 * and the controls, hints and previews on those.
 */
export const scrimStyles = css`
  .scrim,
  .scrim > div {
    position: absolute;
    inset: 0;
    pointer-events: none;
  }

  .scrim {
    container-type: inline-size;
    transition: opacity var(--_ease);
  }

  /* Eased: a straight one has an edge where it begins. */
  .scrim > div {
    background:
      linear-gradient(#000b, #0009 50%, #0003 78%, #0000) top / 100% calc(52px + 1.6rem) no-repeat,
      linear-gradient(#0000, #0002 12%, #0005 24%, #000a 42%, #000d) bottom / 100% 120px no-repeat;
  }

  :host(:not(:state(controls))) .scrim {
    opacity: 0;
  }

  /* There the controls are lower, each row on an even ground, and the picture between them is seen. */
  @container (max-width: 399.98px) {
    .scrim > div {
      --_row: 40px;
      background:
        linear-gradient(#0009 var(--_row), #0000) top / 100% calc(var(--_row) + 24px) no-repeat,
        linear-gradient(#0000, #0009 24px) bottom / 100% calc(var(--_row) + 24px) no-repeat;
    }
  }

  @container (max-width: 259.98px) {
    .scrim > div {
      --_row: 32px;
    }
  }
`;
