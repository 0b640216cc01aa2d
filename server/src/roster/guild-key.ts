/**
 * Normalizes the name of a guild for comparison: spaces, case, and whether characters and brackets are full-width are
 * ignored.
 */
export const guildKey = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
