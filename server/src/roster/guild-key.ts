/** What makes two names of guilds the same: width, brackets and case do not count, nor do spaces. */
export const guildKey = (name: string): string => name.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
