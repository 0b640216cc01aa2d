import { fail } from '@tongchuang/contract/errors.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import type { App } from '../app-services.ts'
import { ms } from '../db/time.ts'
import { linkTo } from '../files/cards.ts'
import { filesOf } from '../files/store.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { pictureIdsOf, withPictures } from '../markdown/pictures.ts'
import { previewOf } from '../markdown/written.ts'
import { listMine } from './own/own-store.ts'
import { myVersion } from './own/present.ts'
import { saveDraft } from './draft/save-draft.ts'
import { draftIn, presentDraft } from './draft/stored-draft.ts'
import { findSubmitContext } from './submit/submit-store.ts'
import { registerAutoSubmitJob } from './submit/auto-submit-job.ts'
import { registerRenderJob } from './submit/render-later.ts'
import { submitWork } from './submit/submit.ts'
import { registerLongWaitJob } from './waiting/long-waits.ts'
import { registerQueueNotices } from './waiting/staff-notices.ts'
import { withdraw } from './submit/withdraw.ts'

/** Calls for submitting, withdrawing and viewing a student's own work. */
export const submissionRoutes = (app: App): void => {
  registerAutoSubmitJob(app)
  registerRenderJob(app)
  registerLongWaitJob(app)
  registerQueueNotices(app)
  implement(app, submissions, {
    submit: async ({ draft = false, task_id, enrolment_id, base_version, key, ...sent }, caller) => {
      if (draft) return saveDraft(app, { task_id, enrolment_id, base_version, sent }, caller)
      if (key === undefined) throw invalid('key', '缺少「key」', '"key" is missing')
      return submitWork(app, { task_id, enrolment_id, base_version, key, sent }, caller)
    },

    preview: async ({ content }, { user_id }) => {
      const html = await previewOf(app, { content, person: user_id })
      const own = new Set((await filesOf(app.db, user_id, pictureIdsOf(html))).map(({ id }) => id))
      return { content_html: withPictures(html, (id) => (own.has(id) ? linkTo(app, id, 'original', user_id) : null)) }
    },

    draft: async ({ task_id }, { user_id }) => {
      const context = await findSubmitContext(app.db, task_id, user_id)
      if (!context) throw fail('NOT_FOUND')
      const draft = draftIn(context)
      return { draft: draft && (await presentDraft(app, draft, user_id)) }
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
      return {
        ...rest,
        list: list.map(({ back, ...row }) => ({ ...myVersion(app, row, user_id), went_back: back === 1 })),
      }
    },
  })
}
