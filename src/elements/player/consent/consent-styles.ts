import { css } from '../../css.ts';

/** The styles of a player that asks before it loads. */
export const consentStyles = css`
  .consent {
    position: absolute;
    inset: 0;
    display: grid;
    container-type: size;
    gap: 10px;
    place-content: safe center;
    justify-items: center;
    margin: 0;
    padding: 8px 16px;
    overflow: auto;
    background: #000c;
    color: #fff;
    text-align: center;
    text-wrap: balance;
  }

  .consent p,
  .consent ::slotted(p) {
    max-width: 36em;
    margin: 0;
  }

  .consent button {
    min-height: 44px;
    padding: 8px 20px;
    border: 0;
    border-radius: var(--_radius-control);
    background: var(--_accent);
    color: var(--_on-accent);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }

  .consent label {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    min-height: 24px;
    font-size: 0.875em;
    cursor: pointer;
  }

  /* In a small one the button comes first: it must show without scrolling. */
  @container (max-height: 240px) {
    .consent strong {
      display: none;
    }

    .consent p,
    .consent ::slotted(p) {
      font-size: 0.75rem;
      line-height: 1.3;
    }

    .consent button {
      min-height: 32px;
      padding: 4px 12px;
      font-size: 0.8125rem;
    }

    .consent label {
      font-size: 0.75rem;
    }
  }

  .consent input {
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: var(--_accent);
  }

  .consent :is(button, input):focus-visible {
    outline: 2px solid #fff;
    outline-offset: 2px;
  }

  @media (forced-colors: active) {
    .consent {
      background: Canvas;
      color: CanvasText;
    }

    .consent button {
      border: 1px solid ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }

    .consent :is(button, input):focus-visible {
      outline-color: Highlight;
    }
  }
`;
