import { fail } from '@tongchuang/contract/errors.ts'
import { rankingsAdmin } from '@tongchuang/contract/rankings.admin.ts'
import { usualPeriod } from '@tongchuang/contract/rankings.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { maySeeGrades } from '../guilds/rules.ts'
import { staffOf } from '../guilds/scope-store.ts'
import { implement } from '../http/implement.ts'
import { calendarOf, periodAsked } from './ranking.ts'
import { findScope, listNamed } from './store.ts'

/** The rankings with names. */
export const rankingAdminRoutes = (app: App): void => {
  const mustSee = async (user_id: number, roles: readonly string[], guild_id: number | undefined): Promise<void> => {
    if (guild_id === undefined) {
      if (!roles.includes('admin')) throw fail('ROLE')
      return
    }
    const staff = await staffOf(app.db, user_id, guild_id)
    if (!staff) throw fail('NOT_FOUND')
    if (!maySeeGrades(staff)) throw fail('ROLE')
  }

  implement(app, rankingsAdmin, {
    list: async ({ list, guild_id, period: asked, ...page }, { user_id, roles, now }) => {
      await mustSee(user_id, roles, guild_id)
      const period = periodAsked(asked ?? usualPeriod[list], now, calendarOf(await app.settings()))
      const scope = { period: period.key, guild_id: guild_id ?? 0 }
      const [counted, found] = [
        await findScope(app.db, scope.period, scope.guild_id),
        await listNamed(app.db, list, scope, page),
      ]
      return {
        period: period.key,
        period_name: period.name,
        from: iso(period.from),
        to: iso(period.to),
        updated_at: iso(counted?.updated_at ?? null),
        places: {
          ...found,
          list: found.list.map(({ ranking_visibility, student_no, value, ...row }) => ({
            ...row,
            student_no: student_no ?? '',
            value: list === 'excellent' ? value / 10 : value,
            hidden: ranking_visibility === 'hidden',
          })),
        },
      }
    },
  })
}
