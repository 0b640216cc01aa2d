import type { Db } from '../db/schema.ts'
import { notify } from '../messages/store.ts'
import { taskLink } from '../tasks/enrolment/outcome.ts'
import { chanceFrom } from './chance.ts'
import type { SampleLedger } from './ledger.ts'
import type { LoadedGuild, LoadedTask, When } from './sample-types.ts'
import { momentOf, type Clock, type Planned } from './plan.ts'
import { comments, textsOf } from './works.ts'
import { writeWork } from './write-work.ts'

type Given = { hero: number; tasks: LoadedTask[]; loaded: LoadedGuild[]; ledger: SampleLedger; clock: Clock }
type Done = {
  title: string
  state: Planned['state']
  sent: When | null
  released?: When
  percent?: number
  featured?: boolean
}

/** What 林雨桐 has done, covering every state on any day. */
const story: readonly Done[] = [
  { title: '让电脑和你打个招呼', state: 'passed', sent: [-38, '19:40'], released: [-37, '16:00'], percent: 95 },
  { title: '估一估操场有多少块砖', state: 'passed', sent: [-32, '20:10'], released: [-31, '17:20'], percent: 91 },
  { title: '一节课翻了几次书', state: 'passed', sent: [-26, '18:30'], released: [-25, '12:40'], percent: 86 },
  {
    title: '拍一组窗边的光',
    state: 'passed',
    sent: [-22, '17:15'],
    released: [-21, '19:00'],
    percent: 93,
    featured: true,
  },
  { title: '画一张会说话的折线图', state: 'passed', sent: [-18, '21:05'], released: [-17, '12:30'], percent: 80 },
  { title: '整理一个文件夹', state: 'failed', sent: [-13, '20:50'], released: [-12, '18:10'], percent: 45 },
  { title: '给一个词写传记', state: 'expired', sent: null },
  {
    title: '读《乡土中国》第一章，提一个真问题',
    state: 'passed',
    sent: [-10, '20:20'],
    released: [-3, '17:45'],
    percent: 88,
  },
  { title: '只用一种颜色', state: 'aborted', sent: null },
  { title: '食堂排队要等多久？', state: 'returned', sent: [-4, '20:41'], released: [-3, '19:20'], percent: 78 },
  { title: '让红绿灯更聪明', state: 'submitted', sent: [-2, '21:12'] },
  { title: '给校园拍一张「看不见的人」', state: 'doing', sent: null },
  { title: '给老照片补一个故事', state: 'doing', sent: null },
]

const DAY = 24 * 3_600_000

/** Writes the work of the account `student`, with a draft, a teacher's marks and messages. */
export const addHeroWork = async (db: Db, { hero, tasks, loaded, ledger, clock }: Given): Promise<void> => {
  const find = (title: string) => tasks.find(({ row }) => row.title === title)
  for (const guild of loaded) {
    const plans = story.flatMap((done) => {
      const task = find(done.title)?.row
      return task?.guild_id === guild.id ? [planOf(done, task, hero, clock)] : []
    })
    const first = {
      pass: comments.pass.slice(1, 2),
      return: comments.return.slice(0, 1),
      fail: comments.fail.slice(0, 1),
    }
    await writeWork(db, plans, {
      chance: chanceFrom(hero),
      reviewer: { id: guild.teacher_id, role: 'teacher' },
      textsOf: (title) => textsOf(title).slice(0, 1),
      comments: first,
      ledger,
    })
  }
  await addMark(db, find('食堂排队要等多久？'), hero)
  await addDraft(db, find('给校园拍一张「看不见的人」'), hero, clock)
  await addMessages(db, find, hero, clock)
}

const planOf = (
  { state, sent, released, percent, featured = false }: Done,
  task: LoadedTask['row'],
  user_id: number,
  clock: Clock,
): Planned => {
  const submitted_at = sent && momentOf(sent, clock)
  const released_at = released ? momentOf(released, clock) : null
  return {
    task,
    user_id,
    round: 1,
    state,
    accepted_at: Math.min((task.open_at ?? clock.now) + 5 * 3_600_000, clock.now - 3_600_000),
    submitted_at,
    late: false,
    percent: percent ?? null,
    released_at,
    return_due_at: state === 'returned' ? momentOf([3, '22:00'], clock) : null,
    featured,
  }
}

/** One place in the returned work that the teacher asks to be mended. */
const addMark = async (db: Db, task: LoadedTask | undefined, hero: number): Promise<void> => {
  if (!task) return
  const row = await db
    .selectFrom('enrolments')
    .select('id')
    .where('task_id', '=', task.row.id)
    .where('user_id', '=', hero)
    .executeTakeFirstOrThrow()
  const mark = {
    version: 1,
    quote: '连续三天12:00开始，每5分钟数一次人数',
    prefix: '每份打饭的时间差不多。',
    suffix: '。',
    text: '表里没写是哪三天、谁记的。',
  }
  const levels = [2, 5, 4]
  const criteria = task.criteria.map((criterion_id, index) => ({ criterion_id, level: levels[index] ?? 3 }))
  await db
    .updateTable('results')
    .set({ marks: JSON.stringify([mark]), criteria: JSON.stringify(criteria) })
    .where('enrolment_id', '=', row.id)
    .execute()
  await db.updateTable('enrolments').set({ mark_count: 1 }).where('id', '=', row.id).execute()
}

const addDraft = async (db: Db, task: LoadedTask | undefined, hero: number, { now }: Clock): Promise<void> => {
  if (!task) return
  const row = await db
    .selectFrom('enrolments')
    .select('id')
    .where('task_id', '=', task.row.id)
    .where('user_id', '=', hero)
    .executeTakeFirstOrThrow()
  const saved_at = now - 2 * 3_600_000
  const content = '早上六点四十，落叶还没有人踩过。王师傅扫到第三棵梧桐时停下来，'
  await db
    .insertInto('drafts')
    .values({
      enrolment_id: row.id,
      draft_version: 3,
      title: '第三棵梧桐',
      content,
      share: 'guild',
      device: 'phone',
      saved_at,
    })
    .execute()
  await db.updateTable('enrolments').set({ draft_saved_at: saved_at }).where('id', '=', row.id).execute()
}

const addMessages = async (
  db: Db,
  find: (title: string) => LoadedTask | undefined,
  hero: number,
  { now }: Clock,
): Promise<void> => {
  const [returned, passed] = [find('食堂排队要等多久？')?.row, find('读《乡土中国》第一章，提一个真问题')?.row]
  if (passed) {
    const data = { task: passed.title, decision: 'pass' as const, score: 88, max: 100 }
    await notify(db, {
      user_id: hero,
      type: 'notice',
      kind: 'result.released',
      data,
      link: taskLink(passed),
      now: now - 3 * DAY,
    })
  }
  if (returned) {
    const data = { task: returned.title, marks: 1, until: new Date(now + 3 * DAY).toISOString() }
    await notify(db, {
      user_id: hero,
      type: 'todo',
      kind: 'submission.returned',
      data,
      link: taskLink(returned),
      now: now - 2 * DAY,
    })
  }
}
