import { dayLater, longestRun } from '@tongchuang/contract/rules/days.ts'
import { growth } from '@tongchuang/contract/growth.ts'
import type { App } from '../app-services.ts'
import { iso, schoolDay, startOfWeek } from '../db/time.ts'
import { implement } from '../http/implement.ts'
import { activeDays, since } from './growth-rules.ts'
import { daysOfWork, listMovements } from './growth-store.ts'

const year = 364

/** Calls for a student's growth: days of work, and every movement of score and experience. */
export const growthCalls = (app: App): void =>
  implement(app, growth, {
    activity: async (_, { user_id, now }) => {
      const { timezone: zone } = await app.settings()
      const today = schoolDay(now, zone)
      const from = dayLater(today, -year)
      const rows = await daysOfWork(app.db, user_id, from)
      const days = activeDays(rows)
      return {
        from,
        today,
        days,
        longest: longestRun(days.map(({ day }) => day)),
        week: since(rows, schoolDay(startOfWeek(now, zone), zone)),
      }
    },

    ledger: async ({ ledger = 'experience', ...paging }, { user_id }) => {
      const page = await listMovements(app.db, user_id, ledger, paging)
      const list = page.list.map(({ id, kind, points, after, memo, title, created_at }) => ({
        id,
        kind,
        points,
        after,
        title: title ?? '',
        reversed: memo === 'reversed' ? ('yes' as const) : ('no' as const),
        at: iso(created_at),
      }))
      return { ...page, list }
    },
  })
