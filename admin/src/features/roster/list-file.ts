/** The largest file the server accepts, in bytes. */
export const maxFileBytes = 5_000_000
