import { fail } from '@tongchuang/contract/errors.ts'

/** A row that was there a moment ago, asked for once more: where it has gone since, it is answered like one that never was. */
export const still = <T>(row: T | undefined): T => {
  if (row === undefined) throw fail('NOT_FOUND')
  return row
}
