import { css } from '../css.ts';

/** The styles of the field that finds a language, beside `popupStyles`. */
export const searchStyles = css`
  .popup .search {
    appearance: none;
    box-sizing: border-box;
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    inline-size: 100%;
    block-size: 40px;
    margin: 0;
    margin-block-end: 4px;
    padding: 0 8px;
    border: 1px solid var(--_popup-edge);
    border-radius: calc(var(--_radius) - 4px);
    background: var(--_popup-ground);
    color: inherit;
    font: inherit;
    cursor: text;
  }

  .popup .search::placeholder {
    color: var(--_popup-quiet);
    opacity: 1;
  }

  .popup .search:focus-visible {
    outline: 2px solid currentColor;
    outline-offset: -2px;
    box-shadow: none;
  }

  .popup .none {
    margin: 0;
    padding: 8px;
    color: var(--_popup-quiet);
  }
`;
