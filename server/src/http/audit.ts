import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import type { Call } from '@tongchuang/contract/call.ts'
import { Refusal } from '@tongchuang/contract/errors.ts'
import { withoutDeadline } from '../db/deadline.ts'
import type { Db } from '../db/schema.ts'
import type { Visitor } from './session.ts'
import { audienceOf } from './session.ts'

/** A write that is recorded: before it happens, and how it went. Given by the feature that stores it. */
export type Audit = {
  begin: (db: Db, write: { call: Call; input: unknown; caller: Visitor; user_id: number }) => Promise<number>
  end: (db: Db, id: number, outcome: string) => Promise<void>
}

/** Whether a call is written down: every call of the admin site that changes something, and what students ask of the school. */
export const isAudited = ({ method, path, recorded }: Call): boolean =>
  recorded !== undefined || (method === 'POST' && audienceOf(path) === 'admin')

/** What may be kept of an input: of a student's no words of their own. */
const keptOf = ({ recorded }: Call, input: unknown): unknown =>
  recorded ? Object.fromEntries(Object.entries(input as object).filter(([name]) => recorded.includes(name))) : input

/** Whom a log-in has let in, and in which role: its answer says so. */
const admitted = (output: unknown): { user_id: number; roles: RoleKey[] } | null => {
  const { id, role } = (output as { userinfo?: { id?: unknown; role?: RoleKey } } | null)?.userinfo ?? {}
  return typeof id === 'number' ? { user_id: id, roles: role ? [role] : [] } : null
}

/**
 * Does a write with a row about it. The row is there before the work begins: what was done by a server that
 * died on the way is found as begun. At a log-in nobody is known before, so its row comes after, for those it let in.
 */
export const audited = async <O>(
  { db, audit }: { db: Db; audit: Audit },
  call: Call,
  input: unknown,
  caller: Visitor,
  work: () => O | Promise<O>,
): Promise<O> => {
  if (caller.user_id === null) {
    const output = await work()
    const person = admitted(output)
    if (person) {
      const { user_id, roles } = person
      await audit.end(db, await audit.begin(db, { call, input, caller: { ...caller, roles }, user_id }), 'DONE')
    }
    return output
  }
  const id = await audit.begin(db, { call, input: keptOf(call, input), caller, user_id: caller.user_id })
  try {
    const output = await work()
    // What was done is written down, however late it is.
    await withoutDeadline(() => audit.end(db, id, 'DONE'))
    return output
  } catch (error) {
    await withoutDeadline(() => audit.end(db, id, error instanceof Refusal ? error.reason : 'FAILED')).catch(
      () => undefined,
    )
    throw error
  }
}
