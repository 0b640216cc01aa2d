import { anthologies } from '@tongchuang/contract/anthologies.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { findMembership } from '../guilds/store.ts'
import { implement } from '../http/implement.ts'
import { issueOf } from './anthology.ts'

/** The anthology of a guild for its members. */
export const anthologyRoutes = (app: App): void => {
  implement(app, anthologies, {
    issue: async (asked, { user_id, now }) => {
      const membership = await findMembership(app.db, asked.guild_id, user_id)
      if (membership?.status !== 'member') throw fail('NOT_FOUND')
      return issueOf(app, asked, { user_id, now, isStaff: false })
    },
  })
}
