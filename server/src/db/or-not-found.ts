import { fail } from '@tongchuang/contract/errors.ts'

/** A row that has just been worked on, asked for once more: where it is not there, it is answered like one that never was. */
export const orNotFound = <T>(row: T | undefined): T => {
  if (row === undefined) throw fail('NOT_FOUND')
  return row
}
