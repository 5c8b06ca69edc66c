import { css } from '../../../css.ts';

/** The colours of a theme, where it sets any. Under forced colours the system's own stay. */
export const themeStyles = css`
  .facade .title,
  .controls .heading {
    visibility: var(--_title, inherit);
  }

  .brand {
    position: absolute;
    z-index: 1;
    inset: 0;
    container-type: inline-size;
    pointer-events: none;
  }

  .logo {
    position: absolute;
    top: 12px;
    inset-inline-end: 16px;
    border-radius: 2px;
    pointer-events: auto;
  }

  .logo:focus-visible {
    outline: 2px solid #fff;
    outline-offset: 2px;
    box-shadow: 0 0 0 2px #000;
  }

  .logo img {
    display: block;
    max-width: min(120px, 25cqw);
    max-height: 32px;
  }

  /* There are buttons, in the same corner. */
  @container (max-width: 399.98px) {
    .logo {
      display: none;
    }
  }

  .facade.branded .title {
    inset-inline-end: calc(min(120px, 25%) + 32px);
  }

  .controls.branded .top {
    padding-inline-end: calc(min(120px, 25%) + 32px);
  }

  @media (forced-colors: none) {
    .controls .button {
      color: var(--_icon, var(--_over));
    }

    .controls .button:hover {
      color: var(--_icon-hover, var(--_icon, var(--_over)));
    }

    .controls .button:active {
      color: var(--_icon-active, var(--_icon, var(--_over)));
    }

    .controls .clock,
    .controls .clock:hover,
    .controls .clock:active {
      color: var(--_clock, var(--_over));
    }

    .scrim > div {
      background:
        linear-gradient(#000b, #0009 50%, #0003 78%, #0000) top / 100% calc(52px + 1.6rem) no-repeat,
        linear-gradient(#0000, var(--_scrim-top, #000a) 40%, var(--_scrim-bottom, #000d)) bottom / 100% 120px
          no-repeat;
    }

    .facade .title,
    .controls .heading {
      color: var(--_heading, inherit);
    }

    /* As dark as what the colours were tried on. */
    @container (max-width: 399.98px) {
      .scrim > div {
        background: #000b;
      }
    }

    .controls .rail {
      --_buffered: var(--_buffered-theme, #fff3);
      background:
        linear-gradient(var(--_rail, #fff2) 0 0) padding-box,
        #000a padding-box;
    }
  }
`;
