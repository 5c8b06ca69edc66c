import { css } from '../../../css.ts';

/** The one button of a film in the background: small, and never hidden. */
export const backgroundStyles = css`
  .still {
    display: grid;
    place-items: center;
    position: absolute;
    z-index: 1;
    inset: auto 8px 8px auto;
    width: 40px;
    height: 40px;
    padding: 0;
    border: 1px solid #fff6;
    border-radius: 40px;
    background: #0009;
    color: #fff;
    cursor: pointer;
  }

  .still:dir(rtl) {
    inset: auto auto 8px 8px;
  }

  .still:not(.moving) .icon {
    fill: currentColor;
  }

  .still:hover {
    background: #000c;
  }

  .still:focus-visible {
    outline: 2px solid #fff;
    outline-offset: 2px;
    box-shadow: 0 0 0 2px #000;
  }

  @media (forced-colors: active) {
    .still {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }

    .still:focus-visible {
      outline-color: Highlight;
    }
  }
`;
