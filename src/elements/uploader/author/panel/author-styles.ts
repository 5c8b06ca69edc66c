import { css } from '../../../css.ts';

/** The look of the author's area below a row. */
export const authorStyles = css`
  .author {
    flex: 1 0 100%;
    order: 4;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    min-inline-size: 0;
  }

  .details-form {
    display: grid;
    gap: 8px;
    min-inline-size: 0;
    padding-block-start: 12px;
    border-block-start: 1px solid var(--_line);
  }

  .field {
    display: grid;
    gap: 4px;
    min-inline-size: 0;
  }

  .field label,
  .author .field-name {
    margin: 0;
    font-size: 0.8125rem;
    font-weight: 600;
  }

  .field :is(input, textarea) {
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: 2.5rem;
    margin: 0;
    padding: 8px 12px;
    border: 1px solid var(--_edge);
    border-radius: var(--_radius-control);
    background: var(--_surface);
    color: inherit;
    font: inherit;
  }

  .field textarea {
    field-sizing: content;
    min-block-size: 5rem;
    max-block-size: 16rem;
    resize: vertical;
  }

  .field :is(input, textarea):disabled {
    opacity: 0.55;
  }

  .field :is(input, textarea)[aria-invalid='true'] {
    border-color: var(--_danger);
  }

  .field .detail:empty {
    display: none;
  }

  .author .detail {
    margin: 0;
    overflow-wrap: anywhere;
  }

  .author .problem {
    color: var(--_danger);
  }

  /* As high with words as without: what is below stays where it is. */
  .author-foot {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 12px;
    min-block-size: 1.25rem;
  }

  [part='author-button'][aria-expanded='true'] {
    background: var(--_surface-sunken);
  }

  @media (forced-colors: active) {
    [part='author-button'][aria-expanded='true'] {
      border-color: ButtonText;
    }

    .field :is(input, textarea):disabled {
      opacity: 1;
    }
  }
`;
