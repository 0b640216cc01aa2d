import { sql, type Expression, type Selectable } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { VoiceTable } from './tables.ts'

export type StoredVoice = Pick<Selectable<VoiceTable>, 'id' | 'file_id' | 'seconds' | 'peaks' | 'text' | 'result_id'>
type Work = { submission_id: number; reviewer_id: number }
export type NewVoice = Pick<StoredVoice, 'file_id' | 'seconds' | 'peaks' | 'text'>

const columns = ['id', 'file_id', 'seconds', 'peaks', 'text', 'result_id'] as const

/** The voices in a reviewer’s draft, in order. */
export const draftVoices = (db: Db, { submission_id, reviewer_id }: Work): Promise<StoredVoice[]> =>
  db
    .selectFrom('voices')
    .select(columns)
    .where('submission_id', '=', submission_id)
    .where('reviewer_id', '=', reviewer_id)
    .where('result_id', 'is', null)
    .orderBy('id')
    .execute()

/**
 * The voices of some results, as a part of another query; the caller has decided that their reader may see these
 * results.
 */
export const voicesWith = (db: Db, result_ids: readonly number[] | Expression<number>) =>
  db.selectFrom('voices').select(columns).where('result_id', 'in', result_ids).orderBy('id')

/** The voices of some results; the caller has decided that their reader may see these results. */
export const voicesOf = async (db: Db, result_ids: readonly number[]): Promise<StoredVoice[]> => {
  if (result_ids.length === 0) return []
  return voicesWith(db, result_ids).execute()
}

/** Replaces the voices of a reviewer’s draft. */
export const replaceVoices = async (db: Db, work: Work, voices: readonly NewVoice[]): Promise<void> => {
  await db
    .deleteFrom('voices')
    .where('submission_id', '=', work.submission_id)
    .where('reviewer_id', '=', work.reviewer_id)
    .where('result_id', 'is', null)
    .execute()
  if (voices.length === 0) return
  await db
    .insertInto('voices')
    .values(voices.map((voice) => ({ ...work, ...voice, result_id: null })))
    .execute()
}

/** Makes the voices a reviewer has recorded about a work part of its result. */
export const giveVoices = async (db: Db, { submission_id, reviewer_id }: Work, result_id: number): Promise<void> => {
  await db
    .updateTable('voices')
    .set({ result_id })
    .where('submission_id', '=', submission_id)
    .where('reviewer_id', '=', reviewer_id)
    .where('result_id', 'is', null)
    .execute()
}

/** Whether any of these voices belongs to a result. */
export const hasVoices = async (db: Db, result_id: number, ids: readonly number[]): Promise<boolean> =>
  ids.length > 0 &&
  (await db
    .selectFrom('voices')
    .select('id')
    .where('result_id', '=', result_id)
    .where('id', 'in', ids)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Copies the voices of a result, except those in `without`, to another result or to a reviewer’s draft (`to: null`).
 */
export const copyVoices = async (
  db: Db,
  from: number,
  { to, reviewer_id, without = [] }: { to: number | null; reviewer_id: number; without?: readonly number[] },
): Promise<void> => {
  await db
    .insertInto('voices')
    .columns(['submission_id', 'reviewer_id', 'result_id', 'file_id', 'seconds', 'peaks', 'text'])
    .expression(
      db
        .selectFrom('voices')
        .select([
          'submission_id',
          sql<number>`cast(${reviewer_id} as integer)`.as('reviewer_id'),
          sql<number | null>`cast(${to} as integer)`.as('result_id'),
          'file_id',
          'seconds',
          'peaks',
          'text',
        ])
        .where('result_id', '=', from)
        .$if(without.length > 0, (kept) => kept.where('id', 'not in', without))
        .orderBy('id'),
    )
    .execute()
}

/** Removes the voices about a user’s works; returns their file ids. */
export const eraseVoices = async (db: Db, user_id: number): Promise<number[]> => {
  const gone = await db
    .deleteFrom('voices')
    .where('submission_id', 'in', db.selectFrom('submissions').select('id').where('user_id', '=', user_id))
    .returning('file_id')
    .execute()
  return gone.flatMap(({ file_id }) => file_id ?? [])
}

/**
 * Removes a user’s own recordings about the works of others; the transcripts they typed stay, like comments. Voices
 * that are left with neither sound nor words are deleted.
 */
export const silence = async (db: Db, user_id: number): Promise<void> => {
  await db
    .updateTable('voices')
    .set({ file_id: null, peaks: '[]' })
    .where('file_id', 'in', db.selectFrom('files').select('id').where('owner_id', '=', user_id))
    .execute()
  await db.deleteFrom('voices').where('file_id', 'is', null).where('text', '=', '').execute()
}
