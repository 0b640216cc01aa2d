import { certificates } from '@tongchuang/contract/certificates.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { implement } from '../http/implement.ts'
import { newPaperNumber } from '../submissions/paper-number.ts'
import { lockVersion } from '../submissions/visibility-store.ts'
import { addCertificate, findCertified, findStanding } from './certificate-store.ts'

type Work = { id: number; guild_id: number }

const drawn = async (db: Db, { id, guild_id }: Work, dated_at: number, now: number) => {
  const number = newPaperNumber('C')
  await addCertificate(db, { number, submission_id: id, guild_id, dated_at, created_at: now })
  return { number, dated_at }
}

/** The certificate of an excellent work, for its author alone. */
export const certificateRoutes = (app: App): void => {
  implement(app, certificates, {
    open: ({ submit_id }, { user_id, now }) =>
      app.db.transaction().execute(async (db) => {
        // Locked, so that two windows that open it at once get one number.
        const version = await lockVersion(db, submit_id)
        const work = version?.user_id === user_id ? await findCertified(db, submit_id) : undefined
        if (!work) throw fail('NOT_FOUND')
        const { title, task_id, task_title, guild_id, guild_name, hue, glyph, flag, subject } = work
        const picked_at = work.agreed_at ?? work.picked_at ?? work.submitted_at
        const { number, dated_at } = (await findStanding(db, submit_id)) ?? (await drawn(db, work, picked_at, now))
        return {
          submit_id,
          number,
          student: work.real_name || work.nickname,
          ...{ title, task_id, task_title, guild_id, guild_name, hue, glyph, flag, subject },
          reason: work.featured_reason,
          by: work.picked_by ?? '',
          at: iso(dated_at),
        }
      }),
  })
}
