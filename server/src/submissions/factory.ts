import type { Insertable } from 'kysely'
import { storedStrings } from '../db/stored-strings.ts'
import type { Db, Schema } from '../db/schema.ts'
import { renderWork } from '../workers/tasks/markdown.ts'
import { aUser } from '../accounts/factory.ts'
import { storedValue } from '../db/stored-json.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { anEnrolment, aTask, countVersion } from '../tasks/factory.ts'
import type { Enrolment, Task } from '../tasks/rules.ts'
import { noteDraft } from '../tasks/enrolment-store.ts'
import { newReceiptNo, sha256 } from './submit/receipt.ts'
import { sealedText } from './rules.ts'
import type { Version } from './store.ts'

let made = 0

type Row = Pick<Enrolment, 'id' | 'task_id' | 'guild_id' | 'user_id'>
type Given = Partial<Insertable<Schema['submissions']>> & {
  files?: readonly { id: number; name: string; size: number; sha256: string }[]
}

/**
 * Inserts a version of a student-task, sealed by default; updates the counts of its row, while its state is left to the
 * caller.
 */
export const aSubmission = async (db: Db, row: Row, { files = [], ...given }: Given = {}): Promise<Version> => {
  made += 1
  const {
    content = `第 ${made} 份作品。`,
    title = `作品 ${made}`,
    links = '[]',
    answers = '{}',
    status = 'sealed',
    submitted_at = Date.now(),
  } = given
  const { html, excerpt } = renderWork(content)
  const version_number = await countVersion(db, row.id, status !== 'withdrawn')
  const version = await db
    .insertInto('submissions')
    .values({
      enrolment_id: row.id,
      task_id: row.task_id,
      guild_id: row.guild_id,
      user_id: row.user_id,
      version: version_number,
      content_html: html,
      excerpt,
      late: false,
      due_at: null,
      receipt_no: newReceiptNo(),
      sha256: sha256(sealedText({ title, content, links: storedStrings(links), answers: storedValue(answers) })),
      key: `sample-${row.id}-${version_number}`,
      key_hash: '',
      score: null,
      percent_final: null,
      reviewer_id: null,
      review_until: null,
      cover_file_id: null,
      ...given,
      content,
      title,
      links,
      answers,
      status,
      submitted_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (files.length > 0)
    await db
      .insertInto('submission_files')
      .values(
        files.map(({ id, name, size, sha256 }, index) => ({
          submission_id: version.id,
          file_id: id,
          sort_order: index,
          name,
          size,
          sha256,
        })),
      )
      .execute()
  return version
}

/** Inserts a draft: work that is written and not submitted. */
export const aDraft = async (
  db: Db,
  row: Pick<Row, 'id'>,
  given: Partial<Insertable<Schema['drafts']>> = {},
): Promise<void> => {
  const { saved_at = Date.now() } = given
  await db
    .insertInto('drafts')
    .values({ content: '写到一半。', device: 'computer', draft_version: 1, ...given, enrolment_id: row.id, saved_at })
    .execute()
  await noteDraft(db, row.id, saved_at)
}

/** A student in a guild with a task under way; the caller gives the task's dates and requirements. */
export const aStudentAtWork = async (
  db: Db,
  {
    task: given = {},
    row: state = {},
    student,
  }: {
    task?: Partial<Insertable<Schema['tasks']>>
    row?: Partial<Insertable<Schema['enrolments']>>
    student?: { id: number }
  } = {},
): Promise<{ student: { id: number }; guild: { id: number }; task: Task; row: Enrolment }> => {
  const person = student ?? (await aUser(db))
  const guild = await aGuild(db)
  await aMember(db, { guild_id: guild.id, user_id: person.id })
  const task = await aTask(db, { guild_id: guild.id, ...given })
  const row = await anEnrolment(db, task, { user_id: person.id, ...state })
  return { student: person, guild, task, row }
}
