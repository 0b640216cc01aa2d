import { sql } from 'kysely'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { aFile } from '../files/factory.ts'
import { formOf } from '../submissions/rules.ts'
import { chanceFrom, type Chance } from './chance.ts'
import { works } from './works.ts'
import { draw, program, report, silence, type Drawing } from './drawings.ts'

type Shown = { id: number; user_id: number; guild_id: number; task: string; excerpt: string; featured: boolean; at: number | null; ends: number | null }

/** What is handed in with the words, by the title of the task. */
const drawingsOf: Readonly<Record<string, readonly Drawing[]>> = {
  '给校园拍一张「看不见的人」': ['street', 'window'],
  '绿豆发芽观察日记（7 天）': ['beans'],
  刻一枚自己的姓名章: ['seal', 'cat'],
  '为《春江花月夜》录一段 60 秒朗诵': ['moon'],
  '给外婆讲清楚「什么是云」': ['comic'],
  一周晨跑打卡: ['run'],
  画一张会说话的折线图: ['beans'],
  拍一组窗边的光: ['window'],
}
const others: readonly Drawing[] = ['street', 'window', 'cat', 'comic', 'beans']

// Drawing takes 20 ms: enough to look alive, not enough to be waited for.
const mostDrawn = 26
const mostOfTask = 5
// A gallery in which everybody shows the same task is none.
const mostShared = 7

const reasons = [
  '构图很稳，光从左后方来，人物安静。',
  '细节真，话不多，看得出用了心。',
  '错的地方也写出来了，这很难得。',
  '问题问得好，比答案更值得一看。',
  '想法新，而且真的试过。',
  '每一步都说得清楚，别人照着也能做。',
]

/** The first sentence, as short as a title is. */
const titleOf = (excerpt: string, task: string): string => {
  const [first = ''] = excerpt.split(/[。；？！\n]/)
  const letters = [...first.trim()]
  if (letters.length === 0) return [...task].slice(0, 60).join('')
  if (letters.length <= 22) return letters.join('')
  const clause = first.split(/[，：]/)[0]!.trim()
  return [...clause].length >= 5 ? [...clause].slice(0, 22).join('') : `${letters.slice(0, 21).join('')}…`
}

/** Gives what students of the sample shared its titles, pictures and recordings, likes, and the reasons of those who picked it. */
export const addGallery = async (app: App, db: Db, people: { hero: number; students: readonly number[] }, seed: number): Promise<void> => {
  const chance = chanceFrom(seed)
  const shown = await db
    .selectFrom('submissions')
    .innerJoin('tasks', 'tasks.id', 'submissions.task_id')
    .innerJoin('enrolments', 'enrolments.id', 'submissions.enrolment_id')
    .select(['submissions.id', 'submissions.user_id', 'submissions.guild_id', 'tasks.title as task', 'submissions.excerpt', 'submissions.featured'])
    .select(['enrolments.released_at as at', sql<number | null>`coalesce(tasks.close_at, tasks.due_at)`.as('ends')])
    .where('submissions.status', '=', 'released')
    .where('enrolments.state', '=', 'passed')
    .where('submissions.user_id', '!=', people.hero)
    .orderBy('submissions.id', 'desc')
    .execute()
  const titles = new Map<string, number[]>()
  for (const { id, excerpt, task } of shown) {
    // What everybody wrote alike says less than the task does.
    const title = works[task] ? titleOf(excerpt, task) : [...task].slice(0, 60).join('')
    titles.set(title, [...(titles.get(title) ?? []), id])
  }
  for (const [title, ids] of titles) await db.updateTable('submissions').set({ title }).where('id', 'in', ids).execute()
  // Those that can be seen already first, for there are not drawings for all.
  const isOver = ({ ends }: Shown) => ends === null || ends <= app.clock()
  await addFiles(app, db, [...shown.filter(isOver), ...shown.filter((work) => !isOver(work))], chance)
  await keepSome(db, shown)
  await addPicks(db, shown, chance)
  await addLikes(db, shown, people.students, chance)
}

const addFiles = async (app: App, db: Db, shown: readonly Shown[], chance: Chance): Promise<void> => {
  const ofTask = new Map<string, number>()
  let drawn = 0
  const give = async ({ id, user_id, at }: Shown, name: string, bytes: Buffer, order: number) => {
    const file = await aFile(db, { owner_id: user_id, name, created_at: at ?? app.clock() }, { files: app.files, bytes })
    await db
      .insertInto('submission_files')
      .values({ submission_id: id, file_id: file.id, sort_order: order, name: file.name, size: file.size, sha256: file.sha256 })
      .execute()
    return file
  }
  for (const work of shown) {
    const before = ofTask.get(work.task) ?? 0
    if (before >= mostOfTask) continue
    const files: Awaited<ReturnType<typeof give>>[] = []
    const known = drawingsOf[work.task]
    if (drawn < mostDrawn && (known || chance.percent(work.featured ? 70 : 14))) {
      const what = known ? known[before % known.length]! : chance.pick(others)
      files.push(await give(work, `${what}.png`, await draw(what, chance), 0))
      drawn += 1
    }
    if (work.task.includes('朗诵') || (work.task.includes('配音') && before < 2)) files.push(await give(work, '录音.wav', silence(), 1))
    if (work.task.includes('Python') && before < 3) files.push(await give(work, '点名器.py', Buffer.from(program), 1))
    if (work.task.includes('食堂排队') && before < 2) files.push(await give(work, '三天的数据.pdf', report(), 1))
    if (files.length === 0) continue
    ofTask.set(work.task, before + 1)
    const cover_file_id = files.find(({ kind }) => kind === 'image')?.id ?? null
    await db
      .updateTable('submissions')
      .set({ form: formOf(files), cover_file_id })
      .where('id', '=', work.id)
      .execute()
  }
}

const keepSome = async (db: Db, shown: readonly Shown[]): Promise<void> => {
  const ofTask = new Map<string, number>()
  const kept = (work: Shown): boolean => {
    const count = (ofTask.get(work.task) ?? 0) + 1
    ofTask.set(work.task, count)
    return count <= mostShared || work.featured
  }
  const rest = shown.filter((work) => !kept(work)).map(({ id }) => id)
  if (rest.length > 0) await db.updateTable('submissions').set({ share: 'none' }).where('id', 'in', rest).execute()
}

const atOnce = 1_000

const addPicks = async (db: Db, shown: readonly Shown[], chance: Chance): Promise<void> => {
  const teachers = await db.selectFrom('guild_members').select(['guild_id', 'user_id']).where('role', '=', 'teacher').where('status', '=', 'member').execute()
  const teacherOf = new Map(teachers.map(({ guild_id, user_id }) => [guild_id, user_id]))
  const picks = shown
    .filter(({ featured }) => featured)
    .flatMap(({ id, guild_id, at }) => {
      const picked_by = teacherOf.get(guild_id)
      if (picked_by === undefined) return []
      const [picked_at, reason] = [at ?? 0, chance.pick(reasons)]
      return [{ submission_id: id, guild_id, status: 'agreed' as const, reason, picked_by, picked_at, agreed_by: picked_by, agreed_at: picked_at }]
    })
  if (picks.length > 0) await db.insertInto('work_picks').values(picks).execute()
  for (const reason of reasons) {
    const ids = picks.filter((pick) => pick.reason === reason).map(({ submission_id }) => submission_id)
    if (ids.length > 0) await db.updateTable('submissions').set({ featured_reason: reason }).where('id', 'in', ids).execute()
  }
}

const addLikes = async (db: Db, shown: readonly Shown[], students: readonly number[], chance: Chance): Promise<void> => {
  const likes = shown.flatMap(({ id, user_id, featured, at }) => {
    const wanted = chance.percent(55) ? chance.below(featured ? 24 : 9) : 0
    const readers = wanted === 0 ? [] : chance.shuffle(students.filter((reader) => reader !== user_id)).slice(0, wanted)
    return readers.map((reader) => ({ submission_id: id, user_id: reader, created_at: (at ?? 0) + chance.below(72) * 3_600_000 }))
  })
  for (let from = 0; from < likes.length; from += atOnce)
    await db
      .insertInto('work_likes')
      .values(likes.slice(from, from + atOnce))
      .execute()
  const counts = new Map<number, number[]>()
  const ofWork = new Map<number, number>()
  for (const { submission_id } of likes) ofWork.set(submission_id, (ofWork.get(submission_id) ?? 0) + 1)
  for (const [id, count] of ofWork) counts.set(count, [...(counts.get(count) ?? []), id])
  for (const [like_count, ids] of counts) await db.updateTable('submissions').set({ like_count }).where('id', 'in', ids).execute()
}
