import type { Output } from '@tongchuang/contract/call.ts'
import type { studentTask } from '@tongchuang/contract/student-task.ts'
import { storedStrings } from '../db/stored-strings.ts'
import type { App } from '../app-services.ts'
import { storedValue } from '../db/stored-json.ts'
import { iso } from '../db/time.ts'
import { fileCards, linkTo } from '../files/cards.ts'
import type { Person } from '../http/session.ts'
import { withPictures } from '../markdown/pictures.ts'
import { feedback } from '../reviews/present.ts'
import { besideResults } from '../reviews/beside.ts'
import { answersOf, nicknameOf } from '../reviews/store.ts'
import { listOfEnrolment } from '../submissions/own/own-store.ts'
import { numberThere, shownStatus } from '../submissions/rules.ts'
import { filesOfVersions, findVersion, type Version } from '../submissions/store.ts'
import { findWork } from '../works/gallery-store.ts'
import { workCard } from '../works/present.ts'
import { findPick } from '../works/store.ts'
import { filesOfVersion } from './store.ts'

type Shown = Output<typeof studentTask.submission>

/** One version: the caller's own in full, another person's work as the gallery shows it; null for anything else. */
export const showSubmission = async (app: App, id: number, caller: Person): Promise<Shown | null> => {
  const version = await findVersion(app.db, id)
  if (!version) return null
  return version.user_id === caller.user_id ? showOwn(app, version, caller) : showWork(app, version, caller)
}

const showOwn = async (app: App, version: Version, { user_id }: Person): Promise<Shown | null> => {
  const { db } = app
  const row = (await listOfEnrolment(db, version.enrolment_id)).find(({ id }) => id === version.id)
  if (!row) return null
  const files = await filesOfVersion(db, version.id)
  const sealed = await filesOfVersions(db, [version.id])
  const pictures = new Set(files.map(({ id }) => id))
  const answer = (await answersOf(db, version.enrolment_id)).find(({ submission_id }) => submission_id === version.id)
  const beside = await besideResults(app, db, answer ? [answer.id] : [], user_id)
  const author = { user_id, nickname: await nicknameOf(db, user_id), avatar: '' }
  return {
    id: version.id,
    mine: true,
    task_id: row.task_id,
    task_title: row.task_title,
    guild_id: row.guild_id,
    guild_name: row.guild_name,
    title: version.title,
    content_html: withPictures(version.content_html, (file_id) =>
      pictures.has(file_id) ? linkTo(app, file_id, 'original', user_id) : null,
    ),
    content: version.content,
    files: fileCards(app, files, user_id),
    links: storedStrings(version.links),
    answers: storedValue(version.answers),
    author,
    submitted_at: iso(version.submitted_at),
    version: version.version,
    draft_version: numberThere({ draft_version: null, sealed_draft_version: version.draft_version }),
    late: version.late,
    status: shownStatus(version.status),
    share: version.share,
    receipt: {
      no: version.receipt_no,
      at: iso(version.submitted_at),
      sha256: [version.sha256, ...sealed.map(({ sha256 }) => sha256)],
    },
    feedback: answer ? feedback(answer, beside) : null,
    featured: version.featured,
    like_count: version.like_count,
    liked: false,
    ...(await pickOf(app, version)),
    task_type: row.task_type,
    hue: row.hue,
    glyph: row.glyph,
    flag: row.flag,
    subject: row.subject,
    files_kept: 0,
    share_state: version.share_state,
    share_answer: version.share_answer,
    hidden: version.hidden,
    hidden_reason: version.hidden_reason,
  }
}

/** Who picked a work, when and why; empty while it is not shown as excellent. */
const pickOf = async (app: App, { id, featured, featured_reason }: Version) => {
  const pick = featured ? await findPick(app.db, id) : undefined
  return {
    featured_reason: featured ? featured_reason : '',
    featured_by: pick?.by ?? '',
    featured_at: pick ? iso(pick.agreed_at ?? pick.picked_at) : null,
  }
}

/** Another person's work: re-encoded files, and no feedback except the reason for 评优. */
const showWork = async (app: App, version: Version, { user_id, now }: Person): Promise<Shown | null> => {
  const row = await findWork(app.db, version.id, { user_id, now })
  if (!row) return null
  const found = workCard(app, row, user_id)
  const { task_id, task_title, guild_id, guild_name, title, author, submitted_at, featured, like_count } = found
  const rows = await filesOfVersion(app.db, version.id)
  const files = fileCards(app, rows, user_id, 'public')
  const pictures = new Set(files.map(({ id }) => id))
  return {
    id: version.id,
    mine: false,
    task_id,
    task_title,
    guild_id,
    guild_name,
    title,
    content_html: withPictures(version.content_html, (file_id) =>
      pictures.has(file_id) ? linkTo(app, file_id, 'public', user_id) : null,
    ),
    content: null,
    files,
    files_kept: rows.length - files.length,
    links: storedStrings(version.links),
    answers: null,
    author,
    submitted_at,
    version: null,
    draft_version: null,
    late: null,
    status: null,
    share: null,
    receipt: null,
    feedback: null,
    featured,
    like_count,
    liked: found.liked,
    ...(await pickOf(app, version)),
    task_type: found.task_type,
    hue: found.hue,
    glyph: found.glyph,
    flag: found.flag,
    subject: found.subject,
    share_state: null,
    share_answer: '',
    hidden: false,
    hidden_reason: '',
  }
}
