/** A name, a number or a column head from a cell: in one line, without invisible characters. */
export const nameText = (cell: string): string =>
  cell.replaceAll(/[\u0000-\u001f\u007f\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g, '').trim()

/**
 * Sentences from a cell: characters no table can hold are removed, and then line ends are normalized, since a removed
 * character can stand within one. Joiners and other zero-width letters stay: emoji and many scripts need them.
 */
export const wordsText = (cell: string): string =>
  cell
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '')
    .replaceAll(/\r\n?/g, '\n')
    .trim()
