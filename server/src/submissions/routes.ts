import { fail } from '@tongchuang/contract/errors.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import type { App } from '../app-services.ts'
import { ms } from '../db/time.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { typeOf } from '../tasks/rules.ts'
import { listMine, listWorks } from './gallery-store.ts'
import { myVersion, workCard } from './present.ts'
import { draftFor, draftOn, saveDraft } from './save-draft.ts'
import { findDesk } from './hand-in-store.ts'
import { findVersion, setShare } from './store.ts'
import { submitWork } from './submit.ts'
import { withdraw } from './withdraw.ts'

/** Handing in, taking back and showing work. */
export const submissionRoutes = (app: App): void =>
  implement(app, submissions, {
    submit: async ({ task_id, draft = false, base_version, key, ...sent }, caller) => {
      if (draft) return saveDraft(app, { task_id, base_version, sent }, caller)
      if (key === undefined) throw invalid('key', '缺少「key」', '"key" is missing')
      return submitWork(app, { task_id, base_version, key, sent }, caller)
    },

    draft: async ({ task_id }, { user_id }) => {
      const desk = await findDesk(app.db, task_id, user_id)
      if (!desk) throw fail('NOT_FOUND')
      const draft = draftOn(desk)
      return { draft: draft && (await draftFor(app, draft, user_id)) }
    },

    withdraw: ({ submit_id }, caller) => withdraw(app, submit_id, caller),

    share: async ({ submit_id, share }, { user_id }) => {
      if (await setShare(app.db, { id: submit_id, user_id, share })) return { submit_id, share }
      const version = await findVersion(app.db, submit_id)
      throw fail(version?.user_id === user_id ? 'STATE' : 'NOT_FOUND')
    },

    mine: async ({ guild_id, task_id, state, from, to, ...page }, { user_id }) => {
      const filter = { guild_id, task_id, state, from: from === undefined ? null : ms(from), to: to === undefined ? null : ms(to) }
      const { list, ...rest } = await listMine(app.db, user_id, filter, page)
      return { ...rest, list: list.map((row) => myVersion(app, row, user_id)) }
    },

    works: async ({ student_id, guild_id, task_id, type, keyword, featured, sort = 'new', page, limit, after }, { user_id, now }) => {
      const filter = { student_id, guild_id, task_id, type: typeOf(type), keyword, featured }
      const { list, ...rest } = await listWorks(app.db, { user_id, now }, filter, sort, { page, limit, after })
      return { ...rest, list: list.map((row) => workCard(app, row, user_id)) }
    },
  })
