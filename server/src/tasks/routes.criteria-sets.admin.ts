import { criteriaSetsAdmin, maxCriteriaSets, type CriteriaSet } from '@tongchuang/contract/criteria-sets.admin.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { keptLevelWords } from '@tongchuang/contract/rules/level-words.ts'
import type { App } from '../app-services.ts'
import { orNotFound } from '../db/or-not-found.ts'
import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import { asLeader, mustBeStaff } from '../guilds/staff-access.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { changeSet, keepSet, listSets, removeSet, type StoredSet } from './criteria-sets/set-of-criteria-store.ts'

const shown = ({ id, title, guild_id, user_id, criteria }: StoredSet, reader: number): CriteriaSet => ({
  id,
  title,
  guild_id,
  mine: user_id === reader,
  criteria: storedValue(criteria),
})

/** Calls for storing sets of criteria and reusing them. */
export const criteriaSetRoutes = (app: App): void => {
  /** Stores a set for oneself, or in a guild for somebody who leads it. */
  const sharing = <T>(guild_id: number | null, user_id: number, store: (db: Db) => Promise<T>): Promise<T> =>
    guild_id === null ? app.db.transaction().execute(store) : asLeader(app.db, guild_id, user_id, store)

  implement(app, criteriaSetsAdmin, {
    list: async ({ guild_id }, { user_id }) => {
      if (guild_id !== undefined) await mustBeStaff(app.db, guild_id, user_id)
      return (await listSets(app.db, user_id, guild_id ?? null)).map((set) => shown(set, user_id))
    },

    create: async ({ title, guild_id = null, criteria }, { user_id, now }) => {
      const kept = criteria.map((one) => ({ ...one, level_words: keptLevelWords(one.level_words) }))
      const set = { user_id, guild_id, title, criteria: JSON.stringify(kept), created_at: now }
      return sharing(guild_id, user_id, async (db) => {
        const row = await keepSet(db, set, maxCriteriaSets)
        if (!row)
          throw invalid(
            'title',
            `最多存${maxCriteriaSets}套评分标准，先删掉一些`,
            `You can keep ${maxCriteriaSets} sets, remove some first`,
          )
        return shown(row, user_id)
      })
    },

    update: async ({ id, ...changes }, { user_id }) => {
      return sharing(changes.guild_id ?? null, user_id, async (db) =>
        shown(orNotFound(await changeSet(db, { id, user_id, changes })), user_id),
      )
    },

    remove: async ({ id }, { user_id }) => {
      if (!(await removeSet(app.db, id, user_id))) throw fail('NOT_FOUND')
      return { id }
    },
  })
}
