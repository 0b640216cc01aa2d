import { fail } from '@tongchuang/contract/errors.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import type { App } from '../app-services.ts'
import { orNotFound } from '../db/or-not-found.ts'
import type { Db } from '../db/schema.ts'
import { ms } from '../db/time.ts'
import { implement, type Handler } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { findVersion } from '../submissions/store.ts'
import { endOf, isOver, mayDo } from '../tasks/rules.ts'
import { findEnrolment, latestEnrolment } from '../tasks/enrolment-store.ts'
import { heldElsewhere } from '../tasks/sets/elsewhere-store.ts'
import { findVisibleTask } from '../tasks/store.ts'
import { registerBack } from './back.ts'
import { registerBin } from './bin.ts'
import { tellOfAppeal, tellOfExtension } from './inbox.ts'
import { mend, returnedResult } from './mend.ts'
import { registerOvertaken } from './overtaken.ts'
import { appeal, extension, mendedMark } from './present.ts'
import { addAppeal, askForTime, requestOf } from './requests-store.ts'
import { mayAppeal } from './rules.ts'
import { releasedEntered, releasedResult } from './store.ts'

/** The result a student appeals: of a work, or of a task whose results are entered. */
const appealed = async (db: Db, { submit_id, task_id }: { submit_id?: number; task_id?: number }, user_id: number) => {
  if ((submit_id === undefined) === (task_id === undefined))
    throw invalid('submit_id', '作品和任务要给一个，只给一个', 'Name either the work or the task')
  const version = submit_id === undefined ? undefined : await findVersion(db, submit_id)
  const of = submit_id === undefined ? task_id : version?.user_id === user_id ? version.task_id : undefined
  const task = of === undefined ? undefined : await findVisibleTask(db, of, user_id)
  if (!task) throw fail('NOT_FOUND')
  if (task.guild_status === 'archived') throw fail('ARCHIVED')
  const row = version ? await findEnrolment(db, version.enrolment_id) : await latestEnrolment(db, task.id, user_id)
  const result = version ? await releasedResult(db, version.id) : row && (await releasedEntered(db, row.id))
  return { task, row, result }
}

/** Requests of students to staff: appeals after a result, and more time before a date. */
export const reviewRoutes = (app: App): void => {
  registerBack(app)
  registerBin(app)
  registerOvertaken(app)
  implement(app, reviews, {
    mend: mendOf(app),

    appeal: ({ text, ...about }, { user_id, now }) =>
      app.db.transaction().execute(async (db) => {
        const { task, row, result } = await appealed(db, about, user_id)
        if (!result || !row || !mayAppeal(result, row, false, now)) throw fail('APPEAL')
        if (!mayDo('appeal', row.state)) throw fail('STATE', { state: row.state })
        const { guild_id } = task
        const written = await addAppeal(db, {
          result_id: result.id,
          submission_id: result.submission_id,
          enrolment_id: row.id,
          user_id,
          guild_id,
          status: 'open',
          text,
          created_at: now,
        })
        if (!written) throw fail('APPEAL')
        await tellOfAppeal(db, written, task, now)
        return appeal(written)
      }),

    askExtension: ({ task_id, reason, wanted_until }, { user_id, now }) =>
      app.db.transaction().execute(async (db) => {
        const task = await findVisibleTask(db, task_id, user_id)
        if (!task || task.member_role !== 'student') throw fail('NOT_FOUND')
        if (task.guild_status === 'archived') throw fail('ARCHIVED')
        if (task.channel === 'offline') throw fail('STATE', { state: 'doing' })
        const row = await latestEnrolment(db, task_id, user_id)
        const state = row ? (endOf(task, row, now)?.to ?? row.state) : isOver(task, null, now) ? 'expired' : 'available'
        const isFree = !row || row.state === 'aborted'
        if (isFree && task.set_id !== null && (await heldElsewhere(db, user_id)).has(task_id))
          throw fail('STATE', { state: 'elsewhere' })
        if (state !== 'doing' && state !== 'returned' && state !== 'expired') throw fail('STATE', { state })
        const until = ms(wanted_until)
        if (until <= now) throw invalid('wanted_until', '请选一个以后的时间', 'Choose a time that is still to come')
        const isNew = (await requestOf(db, task_id, user_id))?.status !== 'open'
        const written = await askForTime(db, {
          task_id,
          guild_id: task.guild_id,
          user_id,
          reason,
          wanted_until: until,
          created_at: now,
        })
        if (isNew) await tellOfExtension(db, written, task, now)
        return extension(written)
      }),
  })
}

const mendOf =
  (app: App): Handler<typeof reviews.mend> =>
  ({ mended, ...mark }, { user_id, now }) =>
    app.db.transaction().execute(async (db) => {
      const returned = await returnedResult(db, mark.result_id)
      if (returned.row.user_id !== user_id) throw fail('NOT_FOUND')
      const task = orNotFound(await findVisibleTask(db, returned.row.task_id, user_id))
      if (task.guild_status === 'archived') throw fail('ARCHIVED')
      const by = { mended_by: user_id, role: 'student' as const, mended_at: now }
      return { mended: (await mend(db, returned, { ...mark, mended }, by)).map(mendedMark) }
    })
