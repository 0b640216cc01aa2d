import { randomInt } from 'node:crypto'
import { fail } from '@tongchuang/contract/errors.ts'
import { feedback } from '@tongchuang/contract/feedback.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { iso, schoolDay, startOfMonth } from '../db/time.ts'
import { implement } from '../http/implement.ts'
import { keepPace } from '../http/writing-pace.ts'
import { showsNothing } from '../markdown/nothing.ts'
import { periodOf } from './rules.ts'
import { findAssistant, findOwn, writeFeedback } from './store.ts'

/** Calls for students to give feedback on their assistants. */
export const feedbackRoutes = (app: App): void => {
  const periodAt = async (now: number) => {
    const { timezone: zone } = await app.settings()
    return { period: periodOf(schoolDay(now, zone)), editable_until: iso(startOfMonth(now, zone, 1) - 1) }
  }

  /** An assistant of a guild the caller is a student of. */
  const mustFind = async (db: Db, member_id: number, user_id: number) => {
    const assistant = await findAssistant(db, member_id, user_id)
    if (!assistant) throw fail('NOT_FOUND')
    if (assistant.my_role !== 'student') throw fail('NOT_MEMBER')
    return assistant
  }

  implement(app, feedback, {
    commentAssistant: async ({ assistant_id, comment, rating = null }, { user_id, now }) => {
      if (showsNothing(comment)) throw fail('EMPTY')
      const at = await periodAt(now)
      await app.db.transaction().execute(async (db) => {
        const { member_id, guild_id, named } = await mustFind(db, assistant_id, user_id)
        const { period } = at
        // Limited, because each change stores the earlier text.
        await keepPace({ limits: app.limits, db }, 'feedback', { user_id, now })
        await writeFeedback(db, {
          member_id,
          guild_id,
          user_id,
          period,
          comment,
          rating,
          named,
          shuffle: randomInt(2 ** 31),
          now,
        })
      })
      return at
    },

    mine: async ({ assistant_id }, { user_id, now }) => {
      const at = await periodAt(now)
      const { member_id, named } = await mustFind(app.db, assistant_id, user_id)
      const own = await findOwn(app.db, { member_id, user_id, period: at.period })
      return { ...at, named: own?.named ?? named, comment: own?.comment ?? '', rating: own?.rating ?? null }
    },
  })
}
