import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../db/schema.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { storedValue } from '../db/stored-json.ts'
import { sayChange } from '../live.ts'
import { findEnrolment } from '../tasks/enrolment-store.ts'
import type { Enrolment } from '../tasks/rules.ts'
import { hasArea, mendedOf, setMended, unsetMended, type MarkPlace, type Mended } from './mend-store.ts'
import { findResult, type Result } from './store.ts'

/** A released result that returned a work, with its enrolment; anything else is reported as absent. */
export const returnedResult = async (db: Db, id: number): Promise<{ result: Result; row: Enrolment }> => {
  const result = await findResult(db, id)
  if (!result || result.decision !== 'return' || result.status === 'held') throw fail('NOT_FOUND')
  return { result, row: orNotFound(await findEnrolment(db, result.enrolment_id)) }
}

const hasMark = (db: Db, { id, marks }: Result, { kind, place }: MarkPlace): Promise<boolean> | boolean =>
  kind === 'area' ? hasArea(db, id, place) : place < storedValue(marks).length

/**
 * Sets or withdraws the mended state of a mark of a returned work, in the caller’s transaction; returns all mended
 * marks.
 */
export const mend = async (
  db: Db,
  { result, row }: { result: Result; row: Enrolment },
  { mended, ...mark }: MarkPlace & { mended: boolean },
  by: Pick<Mended, 'mended_by' | 'role' | 'mended_at'>,
): Promise<Mended[]> => {
  if (!(await hasMark(db, result, mark))) throw fail('NOT_FOUND')
  if (mended) await setMended(db, { ...mark, ...by })
  else await unsetMended(db, mark)
  if (by.role === 'staff') await sayChange(db, [row.user_id], { kind: 'marks', task_id: row.task_id })
  return (await mendedOf(db, [result.id])).get(result.id) ?? []
}
