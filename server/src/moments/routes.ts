import { fail } from '@tongchuang/contract/errors.ts'
import { moments } from '@tongchuang/contract/moments.ts'
import type { App } from '../app-services.ts'
import { implement } from '../http/implement.ts'
import { hasHappened, hasSeenHigher, noteSeen } from './store.ts'

/** The call that marks a moment as seen and tells whether it was the first time. */
export const momentRoutes = (app: App): void =>
  implement(app, moments, {
    see: async ({ kind, id }, { user_id, now }) => {
      const moment = { user_id, kind, about: id }
      if (!(await hasHappened(app.db, moment))) throw fail('NOT_FOUND')
      const isNew = await noteSeen(app.db, moment, now)
      return { first: isNew && !(kind === 'level' && (await hasSeenHigher(app.db, user_id, id))) }
    },
  })
