// How the pictures of the bench's films carry their numbers: white and black cells across the top, and their contrary below.

/** Cells in a row: a picture may have any number of so many bits. */
export const NUMBER_BITS = 10;
/** Height of a row of cells, as a share of the picture's. */
export const NUMBER_ROW = 0.125;
