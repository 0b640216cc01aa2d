import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { wrongTotals } from '../../ledger/store.ts'
import { aTask } from '../../tasks/factory.ts'
import { scorePoints } from '../../tasks/rules.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { walksOf } from '../../testing/test-database.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())
const db = () => school.app.db

type Step = {
  kind: 'score' | 'missing' | 'excused' | 'blank' | 'release' | 'appeal' | 'answer' | 'stale'
  who: 0 | 1
  what: 0 | 1
  score: number
}

/**
 * A class of two students and two offline tasks on a scale of 50: of one the results are held, of the other told at
 * once.
 */
const aClass = async () => {
  const guild = await aGuild(db())
  const teacher = await aUser(db(), { roles: ['teacher'], password_hash: '-' })
  await aMember(db(), { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const students = [await aUser(db(), { password_hash: '-' }), await aUser(db(), { password_hash: '-' })]
  for (const { id } of students) await aMember(db(), { guild_id: guild.id, user_id: id })
  const given = { guild_id: guild.id, channel: 'offline', type: 'main', max_score: 50, difficulty: 2 } as const
  const tasks = [
    await aTask(db(), { ...given, points: 80, hold: true }),
    await aTask(db(), { ...given, points: 30, hold: false }),
  ]
  const staff = school.as(teacher, { audience: 'admin', role: 'teacher' })
  return { students, tasks, staff }
}
type Class = Awaited<ReturnType<typeof aClass>>

/** Does one step, whatever the state; a refusal is an answer too. */
const take = async ({ kind, who, what, score }: Step, { students, tasks, staff }: Class): Promise<string> => {
  const [task, student] = [tasks[what]!, students[who]!]
  const there = await db()
    .selectFrom('entered_results')
    .select(['version', 'released_at'])
    .where('task_id', '=', task.id)
    .where('user_id', '=', student.id)
    .executeTakeFirst()
  const version = there?.version ?? 0
  const cell = {
    task_id: task.id,
    user_id: student.id,
    base_version: kind === 'stale' ? Math.max(0, version - 1) : version,
    ...(there && there.released_at !== null && { reason: '登错了' }),
  }
  const open = async () =>
    db()
      .selectFrom('appeals')
      .select('id')
      .where('user_id', '=', student.id)
      .where('status', '=', 'open')
      .executeTakeFirst()
  const steps: Record<Step['kind'], () => Promise<unknown>> = {
    score: () => staff(enteredResultsAdmin.set, { ...cell, score }),
    stale: () => staff(enteredResultsAdmin.set, { ...cell, score }),
    missing: () => staff(enteredResultsAdmin.set, { ...cell, score: null, word: 'missing' }),
    excused: () => staff(enteredResultsAdmin.set, { ...cell, score: null, word: 'excused' }),
    blank: () => staff(enteredResultsAdmin.set, { ...cell, score: null }),
    release: () => staff(reviewsAdmin.release, { task_id: task.id }),
    appeal: () =>
      school.as(student)(reviews.appeal, { task_id: task.id, text: '第二题我说的是对的，请老师再听一遍录音，谢谢。' }),
    answer: async () =>
      staff(reviewsAdmin.answerAppeal, {
        id: (await open())?.id ?? 999_999,
        outcome: score % 3 === 0 ? 'keep' : 'change',
        answer: '重新听过了',
        ...(score % 3 !== 0 && { score }),
      }),
  }
  return steps[kind]().then(
    () => 'done',
    (error: { reason?: string }) => {
      if (!error.reason) throw error
      return error.reason
    },
  )
}

/** What each student must have earned by the currently released results, after replacements and corrections. */
const owed = async ({ students, tasks }: Class): Promise<number[]> => {
  const rows = await db()
    .selectFrom('entered_results')
    .select(['task_id', 'user_id', 'word', 'score'])
    .where('released_at', 'is not', null)
    .where(
      'task_id',
      'in',
      tasks.map(({ id }) => id),
    )
    .execute()
  return students.map(({ id }) =>
    rows
      .filter(({ user_id, word }) => user_id === id && word === 'score')
      .reduce((sum, { task_id, score }) => {
        const points = tasks.find((task) => task.id === task_id)?.points ?? 0
        return sum + scorePoints(points, ((score ?? 0) / 50) * 100)
      }, 0),
  )
}

const step = fc.record<Step>({
  kind: fc.constantFrom(
    ...(['score', 'score', 'score', 'release', 'release', 'appeal', 'answer', 'answer'] as const),
    ...(['missing', 'excused', 'blank', 'stale'] as const),
  ),
  who: fc.constantFrom(0 as const, 0 as const, 1 as const),
  what: fc.constantFrom(0 as const, 0 as const, 1 as const),
  score: fc.integer({ min: 0, max: 50 }),
})

const at = (kind: Step['kind'], score: number, what: Step['what'] = 0): Step => ({ kind, who: 0, what, score })
/** A walk that covers every step, whatever the random walks leave out. */
const whole = [
  at('score', 31),
  at('stale', 12),
  at('release', 0),
  at('appeal', 0),
  at('answer', 40),
  at('score', 45),
  at('missing', 0, 1),
  at('score', 20, 1),
]

const happened = new Set<string>()

test(
  'whatever is typed, released, corrected and appealed in whatever order, the ledger holds what stands released, and passing once',
  { timeout: 180_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const room = await aClass()
        for (const one of steps) happened.add(`${one.kind} ${await take(one, room)}`)
        const ids = room.students.map(({ id }) => id)
        const entries = await db().selectFrom('ledger_entries').selectAll().where('user_id', 'in', ids).execute()
        const sums = ids.map((id) =>
          entries
            .filter(({ user_id, ledger }) => user_id === id && ledger === 'score')
            .reduce((sum, { points }) => sum + Number(points), 0),
        )
        expect(sums).toEqual(await owed(room))
        const passes = entries.filter(({ ledger, kind }) => ledger === 'experience' && kind === 'pass')
        const perTask = Map.groupBy(passes, ({ user_id, source_id }) => `${user_id} ${source_id}`)
        expect([...perTask.values()].every((some) => some.length === 1)).toBe(true)
        expect(await wrongTotals(db())).toEqual([])
      }),
      { numRuns: walksOf(25), examples: [[whole]] },
    )
    // Checks that the walks reach the states under test.
    for (const seen of ['score done', 'release done', 'stale CONFLICT', 'appeal done', 'answer done'])
      expect(happened).toContain(seen)
  },
)
