import { css } from '../../../css.ts';

/** The look of the author's captions, below the row of their video. */
export const captionsStyles = css`
  .captions {
    flex: 1 0 100%;
    order: 4;
    box-sizing: border-box;
    min-inline-size: 0;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--_line);
  }

  .captions ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }

  .captions ul li {
    border: 0;
  }

  .caption,
  .captions-foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    margin-block-end: 8px;
  }

  .captions-foot {
    justify-content: space-between;
    margin-block-end: 0;
  }

  .captions-foot .detail {
    flex: 1 1 8rem;
    min-inline-size: 0;
  }

  /* Not as in the row around them, where they change places. */
  .row .captions :is(.texts, .actions) {
    order: 0;
  }

  .row .captions .texts {
    flex: 1 1 14rem;
  }

  .row .captions .actions {
    gap: 8px;
  }

  .captions .problem {
    color: var(--_danger);
  }

  .caption-name {
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  .caption-language {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    max-inline-size: 100%;
  }

  .caption-language select {
    box-sizing: border-box;
    max-inline-size: 100%;
    min-block-size: 2.5rem;
    padding: 4px 8px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-control);
    background: var(--_surface);
    color: inherit;
    font: inherit;
  }
`;
