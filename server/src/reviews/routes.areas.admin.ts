import type { DrawnMark } from '@tongchuang/contract/area-marks.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { reviewAreasAdmin } from '@tongchuang/contract/review-areas.admin.ts'
import { fitsPage, fitsShape, maxAreasOfWork, roundedPoints } from '@tongchuang/contract/rules/area-marks.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { filesOf, readyFiles } from '../files/store.ts'
import { implement, type Handler } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { filesOfVersions, holdVersion, standingVersions } from '../submissions/store.ts'
import { draftAreas, replacePage, type Area, type NewArea } from './area-store.ts'
import { area } from './present.ts'
import { mustFind } from './review-detail.ts'
import { takeUpBefore } from './take-up-held.ts'
import { draftVoices } from './voice-store.ts'

/** Marks on pictures and pages, over HTTP. */
export const reviewAreasRoutes = (app: App): void => implement(app, reviewAreasAdmin, { savePage: savePage(app) })

/** The marks in stored form; refused where the points do not fit the shape, or too much is drawn on a page. */
const checked = (marks: readonly DrawnMark[]): NewArea[] => {
  const kept = marks.map(({ shape, points, text, audio_id = null }) => ({
    shape,
    points: roundedPoints(points),
    text,
    audio_id,
  }))
  if (kept.some(({ shape, points }) => !fitsShape(shape, points)))
    throw invalid('marks', '标记的点数不对', 'A mark has not the points of its shape')
  if (!fitsPage(kept)) throw invalid('marks', '这一页画得太多了，擦掉一些', 'Too much on this page: erase some of it')
  return kept.map((mark) => ({ ...mark, points: JSON.stringify(mark.points) }))
}

/** A picture or document in a version of this enrolment; anything else is reported as absent. */
const fileOf = async (db: Db, enrolment_id: number, file_id: number) => {
  const versions = await standingVersions(db, enrolment_id)
  const files = await filesOfVersions(
    db,
    versions.map(({ id }) => id),
  )
  const [file] = files.some((one) => one.file_id === file_id) ? await readyFiles(db, [file_id]) : []
  if (file?.kind !== 'image' && file?.kind !== 'pdf') throw fail('NOT_FOUND')
  return file
}

/** The voice of a mark must be a recording of the caller's own, or one that this draft already has. */
const requireSpoken = async (
  db: Db,
  work: { submission_id: number; reviewer_id: number },
  marks: readonly NewArea[],
) => {
  const ids = [...new Set(marks.flatMap(({ audio_id }) => audio_id ?? []))]
  if (ids.length === 0) return
  const known = new Set((await draftVoices(db, work)).map(({ file_id }) => file_id))
  const fresh = ids.filter((id) => !known.has(id))
  const own = await filesOf(db, work.reviewer_id, fresh)
  if (own.length < fresh.length || own.some(({ purpose }) => purpose !== 'feedback')) throw fail('FILE')
}

const saysTheSame = (there: readonly Area[], marks: readonly NewArea[]): boolean =>
  there.length === marks.length &&
  there.every((one, at) => {
    const mark = marks[at]
    return (
      one.shape === mark?.shape &&
      one.points === mark.points &&
      one.text === mark.text &&
      one.audio_id === mark.audio_id
    )
  })

const savePage =
  (app: App): Handler<typeof reviewAreasAdmin.savePage> =>
  async ({ submit_id, file_id, page, seen, marks }, caller) => {
    await takeUpBefore(app, submit_id, caller)
    return app.db.transaction().execute(async (db) => {
      const { item } = await mustFind(db, caller, submit_id)
      const version = await holdVersion(db, item.id)
      if (version.status === 'released') throw fail('STATE', { state: version.status })
      const file = await fileOf(db, version.enrolment_id, file_id)
      if (file.kind === 'image' && page !== 1) throw fail('NOT_FOUND')
      const work = { submission_id: item.id, reviewer_id: caller.user_id }
      const isHere = (one: Area) => one.file_id === file_id && one.page === page
      const all = await draftAreas(db, work)
      const there = all.filter(isHere)
      const kept = checked(marks)
      // A retry with the same content after a lost response is not a conflict.
      if (saysTheSame(there, kept)) return { areas: there.map(area) }
      if ((there.at(-1)?.id ?? 0) !== seen) throw fail('CONFLICT', { areas: there.map(area) })
      if (all.length - there.length + kept.length > maxAreasOfWork)
        throw invalid('marks', `一份作品最多${maxAreasOfWork}处`, `At most ${maxAreasOfWork} marks on a work`)
      await requireSpoken(db, work, kept)
      await replacePage(db, { ...work, file_id, page }, { sha256: file.sha256, marks: kept })
      return { areas: (await draftAreas(db, work)).filter(isHere).map(area) }
    })
  }
