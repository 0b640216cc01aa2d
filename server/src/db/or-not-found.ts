import { fail } from '@tongchuang/contract/errors.ts'

/** Returns a row that was looked up; refuses with NOT_FOUND if there is none. */
export const orNotFound = <T>(row: T | undefined): T => {
  if (row === undefined) throw fail('NOT_FOUND')
  return row
}
