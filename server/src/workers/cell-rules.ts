/** A name, a number or a head as it stands in a cell: in one line, without what cannot be seen. */
export const nameText = (cell: string): string =>
  cell.replaceAll(/[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g, '').trim()

/**
 * Sentences as they stand in a cell: line ends are of one kind, and what no table can hold is taken out. Joiners and other
 * letters of no width stay: emoji and many scripts are written with them.
 */
export const wordsText = (cell: string): string =>
  cell
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '')
    .trim()
