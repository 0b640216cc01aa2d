import type { Db } from '../../db/schema.ts'
import { isOver, sealGraceMs, type Task } from '../rules.ts'
import { classesOf, hasOwnTime } from './class-end-store.ts'

/**
 * Whether nobody can submit this task any more: it has closed in every class of its set, and no student has time of
 * their own left. The grace period for devices after the end counts as time.
 */
export const isOverForAll = async (db: Db, task: Pick<Task, 'id' | 'set_id'>, now: number): Promise<boolean> => {
  const at = now - sealGraceMs
  const classes = await classesOf(db, task)
  const isClosed = (one: (typeof classes)[number]) =>
    one.status !== 'draft' && one.status !== 'scheduled' && isOver(one, null, at)
  if (classes.length === 0 || !classes.every(isClosed)) return false
  return !(await hasOwnTime(
    db,
    classes.map(({ id }) => id),
    at,
  ))
}
