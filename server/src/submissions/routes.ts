import { fail } from '@tongchuang/contract/errors.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import type { App } from '../app-services.ts'
import { ms } from '../db/time.ts'
import { linkTo } from '../files/cards.ts'
import { filesOf } from '../files/store.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { pictureIdsOf, renderWork, withPictures } from '../markdown/render.ts'
import { listMine } from './own-store.ts'
import { myVersion } from './present.ts'
import { draftFor, draftOn, saveDraft } from './save-draft.ts'
import { findDesk } from './hand-in-store.ts'
import { handInWork } from './at-the-end.ts'
import { submitWork } from './submit.ts'
import { waitingWork } from './waiting.ts'
import { withdraw } from './withdraw.ts'

/** Handing in, taking back and looking at one's own work. */
export const submissionRoutes = (app: App): void => {
  handInWork(app)
  waitingWork(app)
  implement(app, submissions, {
    submit: async ({ task_id, draft = false, base_version, key, ...sent }, caller) => {
      if (draft) return saveDraft(app, { task_id, base_version, sent }, caller)
      if (key === undefined) throw invalid('key', '缺少「key」', '"key" is missing')
      return submitWork(app, { task_id, base_version, key, sent }, caller)
    },

    preview: async ({ content }, { user_id }) => {
      const { html } = renderWork(content)
      const own = new Set((await filesOf(app.db, user_id, pictureIdsOf(html))).map(({ id }) => id))
      return { content_html: withPictures(html, (id) => (own.has(id) ? linkTo(app, id, 'original', user_id) : null)) }
    },

    draft: async ({ task_id }, { user_id }) => {
      const desk = await findDesk(app.db, task_id, user_id)
      if (!desk) throw fail('NOT_FOUND')
      const draft = draftOn(desk)
      return { draft: draft && (await draftFor(app, draft, user_id)) }
    },

    withdraw: ({ submit_id }, caller) => withdraw(app, submit_id, caller),

    mine: async ({ guild_id, task_id, state, from, to, ...page }, { user_id }) => {
      const filter = {
        guild_id,
        task_id,
        state,
        from: from === undefined ? null : ms(from),
        to: to === undefined ? null : ms(to),
      }
      const { list, ...rest } = await listMine(app.db, user_id, filter, page)
      return { ...rest, list: list.map((row) => myVersion(app, row, user_id)) }
    },
  })
}
