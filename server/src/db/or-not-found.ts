import { fail } from '@tongchuang/contract/errors.ts'

/**
 * Returns a row that was read again after being changed; refuses with NOT_FOUND if it is gone, as if it had never
 * existed.
 */
export const orNotFound = <T>(row: T | undefined): T => {
  if (row === undefined) throw fail('NOT_FOUND')
  return row
}
