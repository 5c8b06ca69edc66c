import { css } from '../../../css.ts';

/** The look of the checksum of what was sent. */
export const checksumStyles = css`
  .checksum {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    min-inline-size: 0;
  }

  .checksum details {
    flex: 0 1 auto;
    min-inline-size: 0;
  }

  .checksum details[open] {
    flex: 1 0 100%;
  }

  /* One press takes all of it, to copy. */
  .whole {
    overflow-wrap: anywhere;
    user-select: all;
  }

  .checksum textarea {
    font-family: ui-monospace, monospace;
    font-size: 0.8125rem;
    overflow-wrap: anywhere;
  }
`;
