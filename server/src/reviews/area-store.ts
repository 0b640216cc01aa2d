import { sql, type Expression, type Selectable } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { AreaMarkTable } from './tables.ts'

/**
 * A mark on a picture or page; `file_id` is null where the file is gone or has other bytes than those it was drawn on.
 */
export type Area = Pick<
  Selectable<AreaMarkTable>,
  'id' | 'page' | 'shape' | 'points' | 'text' | 'audio_id' | 'result_id'
> & {
  file_id: number | null
}
type Work = { submission_id: number; reviewer_id: number }
export type NewArea = Pick<Area, 'shape' | 'points' | 'text' | 'audio_id'>

const areas = (db: Db) =>
  db
    .selectFrom('area_marks as am')
    .leftJoin('files', (join) => join.onRef('files.id', '=', 'am.file_id').onRef('files.sha256', '=', 'am.sha256'))
    .select([
      'am.id',
      'am.page',
      'am.shape',
      'am.points',
      'am.text',
      'am.audio_id',
      'am.result_id',
      'files.id as file_id',
    ])

/** The marks in a reviewer’s draft, file by file, page by page. */
export const draftAreas = (db: Db, { submission_id, reviewer_id }: Work): Promise<Area[]> =>
  areas(db)
    .where('am.submission_id', '=', submission_id)
    .where('am.reviewer_id', '=', reviewer_id)
    .where('am.result_id', 'is', null)
    .orderBy('am.file_id')
    .orderBy('am.page')
    .orderBy('am.id')
    .execute()

/**
 * The marks of some results, as a part of another query; the caller has decided that their reader may see these
 * results.
 */
export const areasWith = (db: Db, result_ids: readonly number[] | Expression<number>) =>
  areas(db).where('am.result_id', 'in', result_ids).orderBy('am.file_id').orderBy('am.page').orderBy('am.id')

/** The marks of some results; the caller has decided that their reader may see these results. */
export const areasOf = async (db: Db, result_ids: readonly number[]): Promise<Map<number, Area[]>> => {
  if (result_ids.length === 0) return new Map()
  const rows = await areasWith(db, result_ids).execute()
  return Map.groupBy(rows, ({ result_id }) => result_id ?? 0)
}

type Page = Work & { file_id: number; page: number }

const ofPage = (db: Db, { submission_id, reviewer_id, file_id, page }: Page) =>
  db
    .deleteFrom('area_marks')
    .where('submission_id', '=', submission_id)
    .where('reviewer_id', '=', reviewer_id)
    .where('result_id', 'is', null)
    .where('file_id', '=', file_id)
    .where('page', '=', page)

/** Replaces the marks in a reviewer’s draft on one page. */
export const replacePage = async (
  db: Db,
  page: Page,
  { sha256, marks }: { sha256: string; marks: readonly NewArea[] },
): Promise<void> => {
  await ofPage(db, page).execute()
  if (marks.length === 0) return
  await db
    .insertInto('area_marks')
    .values(marks.map((mark) => ({ ...page, ...mark, sha256, result_id: null })))
    .execute()
}

/** Makes the marks in a reviewer’s draft part of the result. */
export const giveAreas = async (db: Db, { submission_id, reviewer_id }: Work, result_id: number): Promise<void> => {
  await db
    .updateTable('area_marks')
    .set({ result_id })
    .where('submission_id', '=', submission_id)
    .where('reviewer_id', '=', reviewer_id)
    .where('result_id', 'is', null)
    .execute()
}

/** Whether any of these marks belongs to a result. */
export const hasAreas = async (db: Db, result_id: number, ids: readonly number[]): Promise<boolean> =>
  ids.length > 0 &&
  (await db
    .selectFrom('area_marks')
    .select('id')
    .where('result_id', '=', result_id)
    .where('id', 'in', ids)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Copies the marks of a result, except those in `without`, to another result or to a reviewer’s draft (`to: null`). */
export const copyAreas = async (
  db: Db,
  from: number,
  { to, reviewer_id, without = [] }: { to: number | null; reviewer_id: number; without?: readonly number[] },
): Promise<void> => {
  await db
    .insertInto('area_marks')
    .columns([
      'submission_id',
      'reviewer_id',
      'result_id',
      'file_id',
      'sha256',
      'page',
      'shape',
      'points',
      'text',
      'audio_id',
    ])
    .expression(
      db
        .selectFrom('area_marks')
        .select([
          'submission_id',
          sql<number>`cast(${reviewer_id} as integer)`.as('reviewer_id'),
          sql<number | null>`cast(${to} as integer)`.as('result_id'),
          'file_id',
          'sha256',
          'page',
          'shape',
          'points',
          'text',
          'audio_id',
        ])
        .where('result_id', '=', from)
        .$if(without.length > 0, (kept) => kept.where('id', 'not in', without))
        .orderBy('id'),
    )
    .execute()
}

/** How many marks a result has. */
export const countAreas = async (db: Db, result_id: number): Promise<number> => {
  const { n } = await db
    .selectFrom('area_marks')
    .select(sql<number>`count(*)`.as('n'))
    .where('result_id', '=', result_id)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Removes every mark on a user’s submissions. */
export const eraseAreas = async (db: Db, user_id: number): Promise<void> => {
  await db
    .deleteFrom('area_marks')
    .where('submission_id', 'in', db.selectFrom('submissions').select('id').where('user_id', '=', user_id))
    .execute()
}
