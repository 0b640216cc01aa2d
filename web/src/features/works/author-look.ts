import { basePath } from '@tongchuang/ui/site.ts'
import type { Work } from './queries.ts'

/** How the author of a work looks to others: null where they do not show themselves. */
export const authorLook = ({ user_id, avatar }: Work['author']): string | null => {
  if (user_id === null) return null
  return avatar.startsWith('/') ? basePath() + avatar : avatar
}
