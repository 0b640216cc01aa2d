import { certificatesAdmin } from '@tongchuang/contract/certificates.admin.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { staffOf } from '../guilds/scope-store.ts'
import { implement } from '../http/implement.ts'
import { readPaperNumber } from '../submissions/paper-number.ts'
import { findByNumber } from './certificate-store.ts'
import { staffVisibility } from './rules.ts'
import { isSeenByStaff } from './staff-store.ts'

/** The call with which staff look up the number of a certificate. */
export const certificateAdminRoutes = (app: App): void => {
  const { db } = app
  implement(app, certificatesAdmin, {
    find: async ({ number }, { user_id, now }) => {
      const found = await findByNumber(db, readPaperNumber('C', number))
      const staff = found && (await staffOf(db, user_id, found.guild_id))
      if (!found || !staff) throw fail('NOT_FOUND')
      const { id, guild_id, guild_name, task_id, title, nickname, real_name, withdrawn_at } = found
      const isSeen = id !== null && (await isSeenByStaff(db, { user_id, now }, staffVisibility(staff), id))
      return {
        number: found.number,
        // A work that was deleted permanently cannot be shown any more.
        state: withdrawn_at === null && id !== null ? ('valid' as const) : ('withdrawn' as const),
        withdrawn_at: iso(withdrawn_at),
        ...{ guild_id, guild_name, task_id },
        task_title: found.task_title ?? '',
        at: iso(found.dated_at),
        work: isSeen
          ? {
              submit_id: id,
              title: title ?? '',
              nickname: nickname ?? '',
              real_name: real_name ?? '',
              student_no: found.student_no ?? '',
            }
          : null,
      }
    },
  })
}
