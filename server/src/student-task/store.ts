import { sql, type SqlBool } from 'kysely'
import type { ParameterOf } from '../db/compiled.ts'
import type { Db } from '../db/schema.ts'
import { beside, together } from '../db/together.ts'
import type { FileRow } from '../files/store.ts'
import { firstTeacher } from '../guilds/store.ts'
import { areasWith } from '../reviews/area-store.ts'
import { mendedWith } from '../reviews/mend-store.ts'
import { newestAppeal, newestRequest } from '../reviews/requests-store.ts'
import { releasedAnswers, storedCriteria } from '../reviews/store.ts'
import { voicesWith } from '../reviews/voice-store.ts'
import { versionsOfRow } from '../submissions/own/own-store.ts'
import { draftOf } from '../submissions/store.ts'
import { latestRow } from '../tasks/enrolment-store.ts'
import { isElsewhere } from '../tasks/sets/elsewhere-store.ts'
import { visibleTask } from '../tasks/store.ts'
import { chaptersOf, placesOf } from '../tasks/student/visible-store.ts'

const attachments = (db: Db, task_id: number) =>
  db
    .selectFrom('task_files')
    .innerJoin('files', 'files.id', 'task_files.file_id')
    .selectAll('files')
    .where('task_files.task_id', '=', task_id)
    .where('files.status', '=', 'ready')
    .orderBy('task_files.sort_order')
    .orderBy('files.id')

/** The files of a version, in the order they were handed in. */
export const filesOfVersion = (db: Db, submission_id: number): Promise<FileRow[]> =>
  db
    .selectFrom('submission_files')
    .innerJoin('files', 'files.id', 'submission_files.file_id')
    .selectAll('files')
    .where('submission_files.submission_id', '=', submission_id)
    .orderBy('submission_files.sort_order')
    .execute()

const prerequisites = (db: Db, task_id: number, user_id: number) =>
  db
    .selectFrom('task_prerequisites as needed')
    .innerJoin('tasks', 'tasks.id', 'needed.required_task_id')
    .leftJoin('enrolments as done', (join) =>
      join
        .onRef('done.task_id', '=', 'tasks.id')
        .on('done.user_id', '=', user_id)
        .on(sql<boolean>`(done.state in ('passed', 'excused') or done.reopened_from = 'passed')`),
    )
    .select([
      'tasks.id',
      'tasks.title',
      'tasks.sort_order',
      sql<number>`max(case when done.id is not null or ${isElsewhere(user_id, { id: sql.ref('tasks.id'), set_id: sql.ref('tasks.set_id') })} then 1 else 0 end)`.as(
        'passed',
      ),
    ])
    .where('needed.task_id', '=', task_id)
    .where('tasks.status', 'not in', ['draft', 'trashed'])
    .groupBy(['tasks.id', 'tasks.set_id', 'tasks.title', 'tasks.sort_order'])
    .orderBy('tasks.sort_order')
    .orderBy('tasks.id')

const found = beside(
  (db, value: ParameterOf<{ id: number; user_id: number }>) => visibleTask(db, value('id'), value('user_id')),
  (db, value) => {
    const [id, user_id] = [value('id'), value('user_id')]
    const row_id = latestRow(db, id, user_id).clearSelect().select('id').$asScalar()
    const guild_id = db.selectFrom('tasks as its').select('its.guild_id').where('its.id', '=', id).$asScalar()
    return {
      rows: latestRow(db, id, user_id),
      chapters: chaptersOf(db, guild_id),
      places: placesOf(db, guild_id, user_id),
      attachments: attachments(db, id),
      criteria: storedCriteria(db, id),
      prerequisites: prerequisites(db, id, user_id),
      teachers: firstTeacher(db, guild_id),
      requests: newestRequest(db, id, user_id),
      versions: versionsOfRow(db, row_id),
      drafts: draftOf(db, row_id),
    }
  },
)

/** A task visible to a person, with its surroundings and the person's own work. */
export type FoundTask = Awaited<ReturnType<typeof found>>[number]

/** One task for one student; undefined where they may not see it. One statement. */
export const findWithOwnWork = async (db: Db, id: number, user_id: number): Promise<FoundTask | undefined> =>
  (await found(db, { id, user_id }))[0]

const answered = together((db, value: ParameterOf<{ enrolment_id: number }>) => {
  const enrolment_id = value('enrolment_id')
  // Held results are not shown to students, so everything that belongs to them is excluded as well.
  const told = db
    .selectFrom('results as told')
    .select('told.id')
    .where('told.enrolment_id', '=', enrolment_id)
    .where('told.status', 'in', ['released', 'replaced'])
    .$asScalar()
  const spoken = db
    .selectFrom('files')
    .selectAll('files')
    .where('files.id', 'in', voicesWith(db, told).clearSelect().clearOrderBy().select('voices.file_id'))
    .where('files.status', '=', 'ready')
  return {
    answers: releasedAnswers(db, enrolment_id),
    areas: areasWith(db, told),
    mended: mendedWith(db, told),
    voices: voicesWith(db, told),
    sounds: spoken,
    appeals: newestAppeal(db, enrolment_id),
  }
})

/** The released results of one enrolment, with their area marks, mended marks and voices. One statement. */
export const answersWithAll = (db: Db, enrolment_id: number) => answered(db, { enrolment_id })

/**
 * The tasks of a guild for which this student has a picked work (优): a pick shows once it is agreed and the result is
 * released.
 */
const excellentOf = (db: Db, user_id: number, guild_id: number) =>
  db
    .selectFrom('enrolments')
    .innerJoin('submissions', 'submissions.enrolment_id', 'enrolments.id')
    .select('submissions.task_id')
    .distinct()
    .where('enrolments.user_id', '=', user_id)
    .where('enrolments.state', '=', 'passed')
    .where('submissions.guild_id', '=', guild_id)
    .where(sql<SqlBool>`submissions.featured`)

/** For each chapter of a guild, when the student first passed, or was excused from, the last of its tasks. */
const daysBehind = (db: Db, user_id: number, guild_id: number) =>
  db
    .selectFrom('enrolments as e')
    .innerJoin('tasks as t', 't.id', 'e.task_id')
    .innerJoin('chapters as c', 'c.id', 't.chapter_id')
    .select([
      'c.id as chapter_id',
      sql<number>`max(coalesce(
        (select min(h.at) from enrolment_history as h where h.enrolment_id = e.id and h.to_state in ('passed', 'excused')),
        e.released_at, e.updated_at))`.as('at'),
    ])
    .where('e.user_id', '=', user_id)
    .where('c.guild_id', '=', guild_id)
    .where('e.state', 'in', ['passed', 'excused'])
    .groupBy('c.id')

/** For each chapter of a guild when a student saw it finished. */
const daysSeen = (db: Db, user_id: number, guild_id: number) =>
  db
    .selectFrom('seen_moments as m')
    .innerJoin('chapters as seen', 'seen.id', 'm.about')
    .select(['seen.id as chapter_id', 'm.seen_at as at'])
    .where('m.kind', '=', 'chapter')
    .where('m.user_id', '=', user_id)
    .where('seen.guild_id', '=', guild_id)

const mapOf = together((db, value: ParameterOf<{ user_id: number; guild_id: number }>) => {
  const [user_id, guild_id] = [value('user_id'), value('guild_id')]
  return {
    chapters: chaptersOf(db, guild_id),
    excellent: excellentOf(db, user_id, guild_id),
    behind: daysBehind(db, user_id, guild_id),
    seen: daysSeen(db, user_id, guild_id),
  }
})

const byChapter = (rows: readonly { chapter_id: number; at: number }[]): ReadonlyMap<number, number> =>
  new Map(rows.map(({ chapter_id, at }) => [chapter_id, at]))

/**
 * The chapters of a guild in order, and which of them the student has completed and has seen finished. One statement.
 */
export const findMap = async (db: Db, user_id: number, guild_id: number) => {
  const { chapters, excellent, behind, seen } = await mapOf(db, { user_id, guild_id })
  return {
    chapters,
    excellent: new Set(excellent.map(({ task_id }) => task_id)),
    behind: byChapter(behind),
    seen: byChapter(seen),
  }
}
