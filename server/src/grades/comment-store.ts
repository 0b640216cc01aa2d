import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import type { WrittenComment } from './comment-rules.ts'

// A class of 60 with a page of marks each has 2,000; more than this are not read for frequent words.
const MOST_READ = 20_000

/** Released results of members, for works that were submitted. */
const out = (db: Db, task_ids: readonly number[]) =>
  db
    .selectFrom('results as r')
    .innerJoin('enrolments as e', 'e.id', 'r.enrolment_id')
    .innerJoin('guild_members as gm', (join) =>
      join.onRef('gm.guild_id', '=', 'e.guild_id').onRef('gm.user_id', '=', 'e.user_id'),
    )
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .where('e.task_id', 'in', task_ids)
    .where('e.state', '!=', 'excused')
    .where('r.status', '=', 'released')
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')

const name = sql<string>`case when u.real_name <> '' then u.real_name else u.nickname end`.as('name')

/** Reviewers' comments on works whose results are released, in texts and on pages: two queries. */
export const writtenComments = async (db: Db, task_ids: readonly number[]): Promise<WrittenComment[]> => {
  const drawn = await out(db, task_ids)
    .innerJoin('area_marks as am', 'am.result_id', 'r.id')
    .leftJoin('files as f', (join) =>
      join.onRef('f.id', '=', 'am.file_id').onRef('f.sha256', '=', 'am.sha256').on('f.kind', '=', 'image'),
    )
    .select(['e.user_id', name, 'am.text', 'am.points', 'f.id as file_id'])
    .where('am.text', '!=', '')
    .orderBy('am.id')
    .limit(MOST_READ)
    .execute()
  const inTexts = await out(db, task_ids)
    .select(['e.user_id', name, 'r.marks'])
    .where('r.marks', '!=', '[]')
    .orderBy('r.id')
    .limit(MOST_READ)
    .execute()
  return [
    ...drawn.map(({ user_id, name: who, text, points, file_id }) => ({
      ...{ user_id, name: who, text },
      drawn: file_id === null ? null : { file_id, points: storedValue(points) },
    })),
    ...inTexts.flatMap(({ user_id, name: who, marks }) =>
      storedValue(marks).map(({ text }) => ({ user_id, name: who, text, drawn: null })),
    ),
  ]
}
