/** Normalizes the name of a guild for comparison: width, brackets, case and spaces are ignored. */
export const guildKey = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
