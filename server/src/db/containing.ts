/**
 * The pattern of `lower(…) like … escape '\\'` for what contains these words; signs that mean something in a pattern
 * are looked for as they are.
 */
export const containing = (words: string): string =>
  `%${words
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`
