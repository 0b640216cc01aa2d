import { anthologiesAdmin } from '@tongchuang/contract/anthologies.admin.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { staffOf } from '../guilds/scope-store.ts'
import { implement } from '../http/implement.ts'
import { issueOf } from './anthology.ts'

/** The anthology of a guild for its staff: what its students see, and nothing beyond. */
export const anthologyAdminRoutes = (app: App): void => {
  implement(app, anthologiesAdmin, {
    issue: async (asked, { user_id, now }) => {
      if (!(await staffOf(app.db, user_id, asked.guild_id))) throw fail('NOT_FOUND')
      return issueOf(app, asked, { user_id, now, isStaff: true })
    },
  })
}
