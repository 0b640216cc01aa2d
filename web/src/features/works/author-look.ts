import type { Work } from './queries.ts'

/** The picture of a work's author as shown to others; null if the author does not show themselves. */
export const authorLook = ({ user_id, avatar }: Work['author']): string | null => (user_id === null ? null : avatar)
