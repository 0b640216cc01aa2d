import type { Input } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { reviewVoicesAdmin } from '@tongchuang/contract/review-voices.admin.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { filesOf } from '../files/store.ts'
import { implement, type Handler } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { holdVersion } from '../submissions/store.ts'
import { mustFind } from './review-detail.ts'
import { takeUpBefore } from './take-up-held.ts'
import { draftVoices, replaceVoices, type NewVoice, type StoredVoice } from './voice-store.ts'
import { hear, presentVoices } from './voices.ts'

/** Spoken answers, over HTTP. */
export const reviewVoicesRoutes = (app: App): void => implement(app, reviewVoicesAdmin, { save: saveVoices(app) })

type Given = Input<typeof reviewVoicesAdmin.save>['voices']

/** The length of each voice in seconds: stored for those in the draft, measured now for new uploads. */
const secondsOf = async (
  app: App,
  there: readonly StoredVoice[],
  given: Given,
  { user_id }: Person,
): Promise<Map<number, number>> => {
  const known = new Map(
    there.flatMap(({ file_id, seconds }) => (file_id === null ? [] : [[file_id, seconds] as const])),
  )
  const fresh = given.map(({ file_id }) => file_id).filter((id) => !known.has(id))
  const rows = await filesOf(app.db, user_id, fresh)
  if (rows.length < fresh.length || rows.some(({ purpose }) => purpose !== 'feedback')) throw fail('FILE')
  for (const row of rows) known.set(row.id, await hear(app, row))
  return known
}

const saysTheSame = (there: readonly StoredVoice[], voices: readonly NewVoice[]): boolean =>
  there.length === voices.length &&
  there.every((one, at) => {
    const voice = voices[at]
    return one.file_id === voice?.file_id && one.text === voice.text && one.peaks === voice.peaks
  })

const saveVoices =
  (app: App): Handler<typeof reviewVoicesAdmin.save> =>
  async ({ submit_id, seen, voices: given }, caller) => {
    const { item } = await mustFind(app.db, caller, submit_id)
    if (item.status === 'released') throw fail('STATE', { state: item.status })
    await takeUpBefore(app, submit_id, caller)
    const work = { submission_id: item.id, reviewer_id: caller.user_id }
    if (new Set(given.map(({ file_id }) => file_id)).size < given.length)
      throw invalid('voices', '同一段语音只能放一次', 'A recording stands there once')
    // Measured before the transaction: a worker may take seconds.
    const seconds = await secondsOf(app, await draftVoices(app.db, work), given, caller)
    const voices = given.map(({ file_id, peaks, text }) => ({
      file_id,
      seconds: seconds.get(file_id) ?? 0,
      peaks: JSON.stringify(peaks),
      text,
    }))
    const answer = async (db: Db) => {
      const kept = await presentVoices(app, db, await draftVoices(db, work), caller.user_id)
      return kept.map(({ voice }) => voice)
    }
    return app.db.transaction().execute(async (db) => {
      const version = await holdVersion(db, item.id)
      if (version.status === 'released') throw fail('STATE', { state: version.status })
      const there = await draftVoices(db, work)
      // A retry with the same content after a lost response is not a conflict.
      if (saysTheSame(there, voices)) return { voices: await answer(db) }
      if ((there.at(-1)?.id ?? 0) !== seen) throw fail('CONFLICT', { voices: await answer(db) })
      await replaceVoices(db, work, voices)
      return { voices: await answer(db) }
    })
  }
