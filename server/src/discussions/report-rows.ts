import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { asParagraphs, excerptOf } from '../markdown/plain.ts'
import { escaped } from '../markdown/text.ts'
import { postHtml } from './present.ts'
import { listReportsAbout, reportedNotes, reportedPosts, reportedWorks, type Reported } from './reports-store.ts'

export const reportRows = async (app: App, reported: readonly Reported[], user_id: number) => {
  const { db } = app
  const idsOf = (target: string) => reported.filter((one) => one.target === target).map(({ target_id }) => target_id)
  const posts = new Map((await reportedPosts(db, idsOf('discussion'))).map((row) => [row.id, row]))
  const works = new Map(
    (await reportedWorks(db, idsOf('submit'))).map((row) => [
      row.id,
      { ...row, anonymous: false, context: escaped(row.title) },
    ]),
  )
  const notes = new Map(
    (await reportedNotes(db, idsOf('note'))).map(({ content, ...row }) => [
      row.id,
      { ...row, content_html: asParagraphs(content), anonymous: false, context: null },
    ]),
  )
  const things = { discussion: posts, submit: works, note: notes }
  const said = await listReportsAbout(db, reported)
  return reported.flatMap((one) => {
    const thing = things[one.target].get(one.target_id)
    if (!thing) return []
    const about = said.filter(
      ({ target, target_id, status }) => target === one.target && target_id === one.target_id && status === one.status,
    )
    return [
      {
        ...one,
        content_html: postHtml(app, thing.content_html, { user_id, knowsNames: true }),
        writer: {
          user_id: thing.user_id,
          nickname: thing.nickname,
          real_name: thing.real_name,
          student_no: thing.student_no ?? '',
        },
        anonymous: thing.anonymous,
        task_id: thing.task_id,
        task: thing.task,
        context: thing.context === null ? '' : excerptOf(thing.context),
        reports: about.map(({ reason, note, created_at }) => ({ reason, note, created_at: iso(created_at) })),
        created_at: iso(one.created_at),
        decided_at: iso(one.decided_at),
      },
    ]
  })
}
