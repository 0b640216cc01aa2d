import { roleNames, type RoleKey } from '@tongchuang/contract/accounts.ts'
import type { Call } from '@tongchuang/contract/call.ts'
import { Refusal } from '@tongchuang/contract/errors.ts'
import { isKeyOf } from '@tongchuang/contract/is-key-of.ts'
import { partOf } from '@tongchuang/contract/records.ts'
import { withoutDeadline } from '../db/deadline.ts'
import type { Db } from '../db/schema.ts'
import { fieldOf, isFields } from '../fields.ts'
import type { Visitor } from './session.ts'
import { audienceOf } from './session.ts'

/** Records a write before it happens, and its outcome afterwards. Provided by the feature that stores the record. */
export type Audit = {
  begin: (db: Db, write: { call: Call; input: unknown; caller: Visitor; user_id: number }) => Promise<number>
  end: (db: Db, id: number, outcome: string) => Promise<void>
}

/**
 * Whether a call is recorded: every call of the admin site that changes something, and what students ask of the school.
 */
export const isAudited = ({ method, path, recorded }: Call): boolean =>
  recorded !== undefined || (method === 'POST' && audienceOf(path) === 'admin')

/** The part of an input that may be recorded: of a student's input, nothing they wrote in their own words. */
const keptOf = ({ recorded }: Call, input: unknown): unknown =>
  recorded && isFields(input) ? partOf(input, (name) => recorded.includes(name)) : input

/** The person who logged in, and their role, as read from the output of the log-in. */
const admitted = (output: unknown): { user_id: number; roles: RoleKey[] } | null => {
  const person = fieldOf(output, 'userinfo')
  const [id, role] = [fieldOf(person, 'id'), fieldOf(person, 'role')]
  if (typeof id !== 'number') return null
  return { user_id: id, roles: typeof role === 'string' && isKeyOf(roleNames, role) ? [role] : [] }
}

/**
 * Runs a write and records it. The row is written before the work begins, so that work interrupted by a crash is found
 * as begun. At a log-in the person is not known before, so the row is written afterwards, for successful log-ins only.
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
    // A completed write is recorded even if its deadline has passed.
    await withoutDeadline(() => audit.end(db, id, 'DONE'))
    return output
  } catch (error) {
    await withoutDeadline(() => audit.end(db, id, error instanceof Refusal ? error.reason : 'FAILED')).catch(
      () => undefined,
    )
    throw error
  }
}
