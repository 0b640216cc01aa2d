/** What the server takes of one file. */
export const maxFileBytes = 5_000_000
