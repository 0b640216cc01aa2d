import { sql, type Updateable } from 'kysely'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { aFile } from '../files/factory.ts'
import { experiencePoints } from '../ledger/rules.ts'
import { formOf } from '../submissions/rules.ts'
import type { SubmissionTable } from '../submissions/tables.ts'
import { chanceFrom, type Chance } from './chance.ts'
import { draw } from './drawings.ts'
import type { SampleLedger } from './ledger.ts'
import { film, programs, report, silence } from './sample-files.ts'
import type { SampleWork } from './sample-types.ts'
import { works } from './works.ts'
import { render } from './write-work.ts'

type Shown = {
  id: number
  user_id: number
  guild_id: number
  task: string
  excerpt: string
  featured: boolean
  at: number | null
  ends: number | null
}
type Given = { students: readonly number[]; ledger: SampleLedger }

// A drawing takes 20 ms: this many look lively without delaying the load noticeably.
const mostDrawn = 40
const atOnce = 1_000
const HOUR = 3_600_000

const reasons = [
  '构图很稳，光从左后方来，人物安静。',
  '细节真，话不多，看得出用了心。',
  '错的地方也写出来了，这很难得。',
  '问题问得好，比答案更值得一看。',
  '想法新，而且真的试过。',
  '每一步都说得清楚，别人照着也能做。',
]

/** Sample works, found by their task and the excerpt of their text. */
const known = new Map(
  Object.entries(works).flatMap(([task, some]) =>
    some.map((work): [string, SampleWork] => [`${task} ${render(work.text).excerpt}`, work]),
  ),
)
const workOf = ({ task, excerpt }: Shown): SampleWork | undefined => known.get(`${task} ${excerpt}`)

/**
 * Adds titles, pictures, recordings and likes to the works shared by sample students, and the reasons given for picked
 * works.
 */
export const addGallery = async (app: App, db: Db, { students, ledger }: Given, seed: number): Promise<void> => {
  const chance = chanceFrom(seed)
  const passed = await db
    .selectFrom('submissions')
    .innerJoin('tasks', 'tasks.id', 'submissions.task_id')
    .innerJoin('enrolments', 'enrolments.id', 'submissions.enrolment_id')
    .select([
      'submissions.id',
      'submissions.user_id',
      'submissions.guild_id',
      'tasks.title as task',
      'submissions.excerpt',
      'submissions.featured',
    ])
    .select(['enrolments.released_at as at', sql<number | null>`coalesce(tasks.close_at, tasks.due_at)`.as('ends')])
    .where('submissions.status', '=', 'released')
    .where('enrolments.state', '=', 'passed')
    .orderBy('submissions.id', 'desc')
    .execute()
  for (const [title, some] of Map.groupBy(passed, (work) => workOf(work)?.title ?? work.task))
    await change(db, some, { title })
  const shown = oneOfEach(passed, students[0] ?? 0)
  const isShown = new Set(shown.map(({ id }) => id))
  await change(
    db,
    passed.filter(({ id }) => !isShown.has(id)),
    { share: 'none' },
  )
  // Every fourth work is shared within its guild only, except works with a file: any visitor sees these, on whatever
  // day the school is opened.
  const inGuild = new Set(shown.filter((work, index) => index % 4 === 0 && workOf(work)?.file === undefined))
  await change(db, [...inGuild], { share: 'guild' })
  await change(
    db,
    shown.filter((work) => !inGuild.has(work)),
    { share: 'site' },
  )
  // Works that are visible already come first, because there are not enough drawings for all.
  const now = app.clock()
  const isOver = ({ ends }: Shown) => ends === null || ends <= now
  await addFiles(app, db, [...shown.filter(isOver), ...shown.filter((work) => !isOver(work))], chance)
  await addPicks(db, passed, { chance, ledger })
  const members = Map.groupBy(
    await db
      .selectFrom('guild_members')
      .select(['guild_id', 'user_id'])
      .where('role', '=', 'student')
      .orderBy('id')
      .execute(),
    ({ guild_id }) => guild_id,
  )
  const readersOf = (work: Shown) =>
    inGuild.has(work) ? (members.get(work.guild_id) ?? []).map(({ user_id }) => user_id) : students
  await addLikes(db, shown.filter(isOver), { chance, ledger, readersOf, now })
}

/**
 * Keeps one work of each text, because a gallery of repeated works is useless; the work of `student` comes first, then
 * a picked one.
 */
const oneOfEach = (passed: readonly Shown[], student: number): Shown[] => {
  const rank = ({ user_id, featured }: Shown): number => Number(user_id === student) * 2 + Number(featured)
  const best = passed.toSorted((one, other) => rank(other) - rank(one))
  const each = Map.groupBy(best, ({ task, excerpt }) => (works[task] ? `${task} ${excerpt}` : excerpt))
  return [...each.values()].flatMap(([first]) => first ?? [])
}

const change = async (db: Db, some: readonly { id: number }[], to: Updateable<SubmissionTable>): Promise<void> => {
  const ids = some.map(({ id }) => id)
  for (let at = 0; at < ids.length; at += atOnce)
    await db
      .updateTable('submissions')
      .set(to)
      .where('id', 'in', ids.slice(at, at + atOnce))
      .execute()
}

const addFiles = async (app: App, db: Db, shown: readonly Shown[], chance: Chance): Promise<void> => {
  let drawn = 0
  const give = async ({ id, user_id, at }: Shown, name: string, bytes: Buffer, order: number) => {
    const file = await aFile(
      db,
      { owner_id: user_id, name, created_at: at ?? app.clock() },
      { files: app.files, bytes },
    )
    await db
      .insertInto('submission_files')
      .values({
        submission_id: id,
        file_id: file.id,
        sort_order: order,
        name: file.name,
        size: file.size,
        sha256: file.sha256,
      })
      .execute()
    return file
  }
  for (const work of shown) {
    const { title, drawing, file } = workOf(work) ?? {}
    const files: Awaited<ReturnType<typeof give>>[] = []
    if (drawing && drawn < mostDrawn) {
      files.push(await give(work, `${title}.png`, await draw(drawing, chance), 0))
      drawn += 1
    }
    if (file === 'recording') files.push(await give(work, `${title}.wav`, silence(), 1))
    else if (file === 'film') files.push(await give(work, `${title}.mp4`, film(), 1))
    else if (file === 'report') files.push(await give(work, `${title}.pdf`, report(), 1))
    else if (file) files.push(await give(work, `${title}.py`, Buffer.from(programs[file]), 1))
    if (files.length === 0) continue
    const cover_file_id = files.find(({ kind }) => kind === 'image')?.id ?? null
    await change(db, [work], { form: formOf(files), cover_file_id })
  }
}

const addPicks = async (
  db: Db,
  passed: readonly Shown[],
  { chance, ledger }: { chance: Chance; ledger: SampleLedger },
): Promise<void> => {
  const teachers = await db
    .selectFrom('guild_members')
    .select(['guild_id', 'user_id'])
    .where('role', '=', 'teacher')
    .where('status', '=', 'member')
    .execute()
  const teacherOf = new Map(teachers.map(({ guild_id, user_id }) => [guild_id, user_id]))
  const picks = passed
    .filter(({ featured }) => featured)
    .flatMap(({ id, user_id, guild_id, at }) => {
      const picked_by = teacherOf.get(guild_id)
      if (picked_by === undefined) return []
      const [picked_at, reason] = [at ?? 0, chance.pick(reasons)]
      ledger.experience('featured', experiencePoints.featured, {
        user_id,
        guild_id,
        source_type: 'submission',
        source_id: id,
        at: picked_at,
      })
      return [
        {
          submission_id: id,
          guild_id,
          status: 'agreed' as const,
          reason,
          picked_by,
          picked_at,
          agreed_by: picked_by,
          agreed_at: picked_at,
        },
      ]
    })
  if (picks.length > 0) await db.insertInto('work_picks').values(picks).execute()
  for (const [featured_reason, some] of Map.groupBy(picks, ({ reason }) => reason))
    await change(
      db,
      some.map(({ submission_id: id }) => ({ id })),
      { featured_reason },
    )
}

type Liking = { chance: Chance; ledger: SampleLedger; readersOf: (work: Shown) => readonly number[]; now: number }

const addLikes = async (db: Db, shown: readonly Shown[], { chance, ledger, readersOf, now }: Liking): Promise<void> => {
  const likes = shown.flatMap((work) => {
    const { id, user_id, guild_id, featured, at, ends } = work
    const wanted = chance.percent(85) ? 1 + chance.below(featured ? 28 : 12) : 0
    const readers =
      wanted === 0 ? [] : chance.shuffle(readersOf(work).filter((reader) => reader !== user_id)).slice(0, wanted)
    return readers.map((reader) => {
      // A work cannot be liked before it is visible.
      const created_at = Math.min(Math.max(at ?? 0, ends ?? 0) + chance.below(72) * HOUR, now - 60_000)
      ledger.experience('liked', experiencePoints.liked, {
        user_id,
        guild_id,
        source_type: 'submission',
        source_id: id,
        actor: reader,
        at: created_at,
      })
      return { submission_id: id, user_id: reader, created_at }
    })
  })
  for (let from = 0; from < likes.length; from += atOnce)
    await db
      .insertInto('work_likes')
      .values(likes.slice(from, from + atOnce))
      .execute()
  const ofWork = [...Map.groupBy(likes, ({ submission_id }) => submission_id)]
  for (const [like_count, some] of Map.groupBy(ofWork, ([, own]) => own.length))
    await change(
      db,
      some.map(([id]) => ({ id })),
      { like_count },
    )
}
