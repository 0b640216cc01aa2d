import { fail } from '@tongchuang/contract/errors.ts'
import { feedbackAdmin } from '@tongchuang/contract/feedback.admin.ts'
import type { App } from '../app-services.ts'
import { iso, schoolDay } from '../db/time.ts'
import { mayLead } from '../guilds/rules.ts'
import { staffOf } from '../guilds/scope-store.ts'
import { implement } from '../http/implement.ts'
import { periodOf, summariesFor } from './rules.ts'
import { authorOf, editsOf, listAbout, listOfGuild, listUnsealings, recordUnsealing } from './store.ts'

/** Feedback as assistants, teachers and administrators read it. */
export const feedbackAdminRoutes = (app: App): void => {
  const { db } = app

  implement(app, feedbackAdmin, {
    mine: async ({ guild_id }, { user_id, now }) => {
      if (!(await staffOf(db, user_id, guild_id))) throw fail('NOT_FOUND')
      const { timezone: zone } = await app.settings()
      return summariesFor(await listAbout(db, guild_id, user_id), periodOf(schoolDay(now, zone)))
    },

    list: async ({ guild_id, assistant_id = null, period = null, ...page }, { user_id }) => {
      const staff = await staffOf(db, user_id, guild_id)
      if (!staff) throw fail('NOT_FOUND')
      if (!mayLead(staff)) throw fail('ROLE')
      const found = await listOfGuild(db, { guild_id, member_id: assistant_id, period }, page)
      const edits = await editsOf(
        db,
        found.list.map(({ id }) => id),
      )
      return {
        ...found,
        list: found.list.map(({ member_id, author_id, nickname, real_name, ...row }) => ({
          ...row,
          assistant_id: member_id,
          author:
            author_id === null ? null : { user_id: author_id, nickname: nickname ?? '', real_name: real_name ?? '' },
          earlier: edits
            .filter(({ feedback_id }) => feedback_id === row.id)
            .map(({ comment, rating }) => ({ comment, rating })),
        })),
      }
    },

    unseal: ({ id, reason }, { user_id, now }) =>
      db.transaction().execute(async (db) => {
        const author = await authorOf(db, id)
        if (!author) throw fail('NOT_FOUND')
        await recordUnsealing(db, { feedback_id: id, admin_id: user_id, reason, created_at: now })
        return { ...author, student_no: author.student_no ?? '' }
      }),

    unsealed: async (page) => {
      const found = await listUnsealings(db, page)
      return { ...found, list: found.list.map((row) => ({ ...row, created_at: iso(row.created_at) })) }
    },
  })
}
