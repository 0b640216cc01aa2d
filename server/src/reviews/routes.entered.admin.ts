import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { isArchived } from '../guilds/status-store.ts'
import { implement } from '../http/implement.ts'
import { statusAt } from '../tasks/rules.ts'
import { lockTaskOfSet } from '../tasks/sets/set-store.ts'
import { findTask } from '../tasks/store.ts'
import { enterResult, enteredCell } from './entered/enter-result.ts'
import { mustBeOffline } from './entered/entered-rules.ts'
import { roleIn } from './review-detail.ts'

/** 登分: results of offline tasks, typed by staff. */
export const enteredResultRoutes = (app: App): void =>
  implement(app, enteredResultsAdmin, {
    set: async ({ task_id, ...given }, { user_id, now }) => {
      const { timezone: zone } = await app.settings()
      return app.db.transaction().execute(async (db) => {
        const seen = await findTask(db, task_id)
        if (!seen) throw fail('NOT_FOUND')
        const role = await roleIn(db, user_id, seen.guild_id)
        if (given.user_id === user_id) throw fail('OWN_WORK')
        if (await isArchived(db, seen.guild_id)) throw fail('ARCHIVED')
        const task = (await lockTaskOfSet(db, task_id)) ?? seen
        mustBeOffline(task, statusAt(task, now))
        return {
          user_id: given.user_id,
          ...enteredCell(await enterResult(db, task, given, { user_id, role, now, zone })),
        }
      })
    },
  })
