import { fail } from '@tongchuang/contract/errors.ts'
import type { Db } from '../db/schema.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { endSessions } from './sessions.ts'

/**
 * Ends one of the caller's own sessions or, with `others`, all but the current one, on either site; returns how many
 * were open. A session of another user is not found.
 */
export const endOwnSessions = async (
  db: Db,
  { id, others }: { id?: number | undefined; others?: boolean | undefined },
  { user_id, session_id, now }: Person,
): Promise<{ ended: number }> => {
  if ((id === undefined) === !others)
    throw invalid('id', '请选择一次登录，或者其他全部登录', 'Choose one session, or all others')
  const ended = await endSessions(db, {
    user_id,
    reason: 'logout',
    now,
    ...(id === undefined ? { except: session_id } : { id }),
  })
  if (id !== undefined && ended === 0) throw fail('NOT_FOUND')
  return { ended }
}
