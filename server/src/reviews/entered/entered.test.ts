import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { wrongTotals } from '../../ledger/store.ts'
import { eraseEntered } from '../../tasks/entered-store.ts'
import { aTask } from '../../tasks/factory.ts'
import { reasonOf, refusal } from '../../testing/refusal.ts'
import { testApp, type School } from '../../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const { set } = enteredResultsAdmin

/** A class with two teachers, a student and an oral test whose results are held. */
const anOralTest = async (given: object = {}) => {
  const { db } = school.app
  const guild = await aGuild(db, { name: '高一（1）班' })
  const person = async (role: 'teacher' | 'student', more: object = {}) => {
    const user = await aUser(db, { roles: [role], ...more })
    await aMember(db, { guild_id: guild.id, user_id: user.id, role })
    return user
  }
  const [luo, chen] = [await person('teacher', { nickname: '罗兰' }), await person('teacher', { nickname: '陈立群' })]
  const student = await person('student', { nickname: '小雨' })
  const task = await aTask(db, {
    guild_id: guild.id,
    title: '期中口语测试',
    channel: 'offline',
    type: 'main',
    hold: true,
    points: 100,
    difficulty: 2,
    due_at: school.clock.now() + 3_600_000,
    ...given,
  })
  const staff = (user: { id: number }) => school.as(user, { audience: 'admin', role: 'teacher' })
  const cell = { task_id: task.id, user_id: student.id }
  const release = () => staff(luo)(reviewsAdmin.release, { task_id: task.id })
  return { guild, task, student, luo: staff(luo), chen: staff(chen), me: school.as(student), cell, release }
}

const ledger = async (user_id: number) =>
  (
    await school.app.db
      .selectFrom('ledger_entries')
      .select(['ledger', 'kind', 'points'])
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute()
  ).map(({ ledger: of, kind, points }) => `${of} ${kind} ${points}`)

describe('a result that is typed', () => {
  test('36 that a teacher typed of 40 is no result of a test that has 100 points by now', async () => {
    const { luo, chen, cell, task } = await anOralTest({ max_score: 40 })
    const { base_version } = await chen(taskEditing.form, { id: task.id })
    await chen(taskEditing.update, { id: task.id, base_version, max_score: 100, notify: true })
    const typed = { ...cell, base_version: 0, score: 36 }
    expect(await refusal(luo(set, { ...typed, max_score: 40 }))).toMatchObject({
      reason: 'SCALE',
      data: { from: 40, to: 100 },
    })
    expect(await luo(set, { ...typed, max_score: 100 })).toMatchObject({ version: 1, score: 36 })
  })

  test('a teacher types 87, it is held, released, and the student reads it without having handed in', async () => {
    const { luo, me, cell, task, student, release, guild } = await anOralTest()
    expect((await me(studentTask.detail, { id: task.id })).task).toMatchObject({ state: 'doing', channel: 'offline' })
    const typed = await luo(set, { ...cell, base_version: 0, score: 87, text: '语音很稳' })
    expect(typed).toMatchObject({ version: 1, word: 'score', score: 87, held: true, released_at: null })
    const grid = await luo(gradesAdmin.grid, { guild_id: guild.id })
    expect(grid.tasks).toMatchObject([{ channel: 'offline', may_enter: true, held: 1, average: null }])
    expect(grid.students.list[0]?.cells).toMatchObject([
      { mark: 'held', score: 87, entered: { version: 1, word: 'score', held: true } },
    ])
    expect(await luo(reviewsAdmin.release, { task_id: task.id, preview: true })).toEqual({ released: 0, people: 1 })
    expect(await release()).toEqual({ released: 1, people: 1 })
    expect(await release()).toEqual({ released: 0, people: 0 })
    const page = await me(studentTask.detail, { id: task.id })
    expect(page.task).toMatchObject({ state: 'passed', score: 87 })
    expect(page.feedback).toMatchObject([
      { submit_id: null, version: null, decision: 'pass', score: 87, text: '语音很稳', reviewer: { nickname: '罗兰' } },
    ])
    expect(page.can).toMatchObject({ accept: false, submit: false, abort: false, appeal: true, ask_extension: false })
    // Passing earns experience; without a submission, nothing else does.
    expect(await ledger(student.id)).toEqual(['score result 87', 'experience pass 20'])
    const { list } = await me(messages.list, {})
    expect(list).toMatchObject([{ kind: 'result.entered', content: '期中口语测试' }])
    const after = await luo(gradesAdmin.grid, { guild_id: guild.id })
    expect(after).toMatchObject({ average: 87, tasks: [{ held: 0, average: 87 }] })
  })

  test('a student reads it at once where the task does not hold results', async () => {
    const { luo, me, cell, task } = await anOralTest({ hold: false })
    expect(await luo(set, { ...cell, base_version: 0, score: 40 })).toMatchObject({ held: false, version: 1 })
    expect((await me(studentTask.detail, { id: task.id })).task).toMatchObject({ state: 'failed', score: 40 })
  })

  test('0, 缺, 免做 and nothing are four different things', async () => {
    const { luo, me, task, guild, student, cell, release } = await anOralTest()
    const others = []
    for (const nickname of ['缺', '免', '空']) {
      const user = await aUser(school.app.db, { nickname })
      await aMember(school.app.db, { guild_id: guild.id, user_id: user.id })
      others.push(user)
    }
    const [missing, excused, blank] = others as unknown as [{ id: number }, { id: number }, { id: number }]
    await luo(set, { ...cell, base_version: 0, score: 0 })
    await luo(set, { ...cell, user_id: missing.id, base_version: 0, score: null, word: 'missing' })
    await luo(set, { ...cell, user_id: excused.id, base_version: 0, score: null, word: 'excused' })
    expect(await luo(set, { ...cell, user_id: blank.id, base_version: 0, score: null })).toMatchObject({ version: 0 })
    expect(await release()).toEqual({ released: 3, people: 3 })
    const state = async (user: { id: number }) => (await school.as(user)(studentTask.detail, { id: task.id })).task
    expect(await state(student)).toMatchObject({ state: 'failed', score: 0 })
    expect(await state(missing)).toMatchObject({ state: 'expired', score: null })
    expect(await state(excused)).toMatchObject({ state: 'excused', score: null })
    expect(await state(blank)).toMatchObject({ state: 'doing', score: null })
    expect((await school.as(excused)(studentTask.detail, { id: task.id })).enrolment?.excuse_reason).toBe('登分')
    const { students, average } = await luo(gradesAdmin.grid, { guild_id: guild.id })
    expect(students.list.map((row) => [row.cells[0]?.mark ?? '', row.average])).toEqual([
      ['failed', 0],
      ['missing', 0],
      ['excused', null],
      ['', null],
    ])
    expect(average).toBe(0)
    expect(
      await reasonOf(me(reviews.appeal, { task_id: task.id, text: '请老师再听一遍我的录音，谢谢老师，辛苦了。' })),
    ).toBe('done')
  })

  test('while it is held, every page of the student stays as it was', async () => {
    const { luo, me, cell, task, guild } = await anOralTest({ due_at: null })
    const seen = async () =>
      JSON.stringify([
        await me(studentTask.detail, { id: task.id }),
        await me(tasks.listByGuild, { guild_id: guild.id }),
        await me(tasks.listDoing, {}),
        await me(studentTask.menu, { guild_id: guild.id }),
        await me(profile.get, {}),
        await me(messages.list, {}),
      ])
    const before = await seen()
    for (const [version, typed] of [
      [0, { score: 87, text: '很好' }],
      [1, { score: null, word: 'missing' as const }],
      [2, { score: null, word: 'excused' as const }],
      [3, { score: null }],
    ] as const) {
      await luo(set, { ...cell, base_version: version, ...typed })
      expect(await seen()).toBe(before)
    }
  })

  test('nobody takes an offline task, hands it in, or is given time for it', async () => {
    const { luo, me, cell, task } = await anOralTest()
    expect(await reasonOf(me(tasks.accept, { id: task.id }))).toBe('STATE')
    expect(
      await reasonOf(me(submissions.submit, { task_id: task.id, content: '我交了', key: 'the-only-one' })),
    ).toMatch(/STATE|NOT_FOUND/)
    const wanted_until = new Date(school.clock.now() + 9e8).toISOString()
    expect(await reasonOf(me(reviews.askExtension, { task_id: task.id, reason: '生病了没去', wanted_until }))).toBe(
      'STATE',
    )
    const people = { task_id: task.id, user_ids: [cell.user_id], reason: '生病' }
    expect(await reasonOf(luo(tasksAdmin.extend, { ...people, until: wanted_until }))).toBe('STATE')
    expect(await reasonOf(luo(tasksAdmin.excuse, people))).toBe('STATE')
    const online = await aTask(school.app.db, { guild_id: task.guild_id })
    expect(await refusal(luo(set, { ...cell, task_id: online.id, base_version: 0, score: 5 }))).toMatchObject({
      reason: 'STATE',
    })
  })

  test('a number off the scale is refused, and one for a stranger', async () => {
    const { luo, cell } = await anOralTest({ max_score: 50 })
    expect(await reasonOf(luo(set, { ...cell, base_version: 0, score: 50.5 }))).toBe('SCORE')
    expect(await luo(set, { ...cell, base_version: 0, score: 49.5 })).toMatchObject({ score: 49.5 })
    const stranger = await aUser(school.app.db)
    expect(await reasonOf(luo(set, { ...cell, user_id: stranger.id, base_version: 0, score: 5 }))).toBe('NOT_FOUND')
  })
})

describe('two teachers at once', () => {
  test('the second is told what the first typed, when and who; the same sent again changes nothing', async () => {
    const { luo, chen, cell } = await anOralTest()
    await luo(set, { ...cell, base_version: 0, score: 78 })
    expect(await luo(set, { ...cell, base_version: 0, score: 78 })).toMatchObject({ version: 1, score: 78 })
    expect(await refusal(chen(set, { ...cell, base_version: 0, score: 87 }))).toMatchObject({
      reason: 'CONFLICT',
      data: { theirs: { version: 1, word: 'score', score: 78, by: '罗兰' } },
    })
    expect(await chen(set, { ...cell, base_version: 1, score: 87 })).toMatchObject({ version: 2, score: 87 })
  })

  test('of many who type at the same moment one is first, and every other one hears of it', async () => {
    const { luo, chen, cell } = await anOralTest()
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((score) => reasonOf((score % 2 ? luo : chen)(set, { ...cell, base_version: 0, score }))),
    )
    expect(answers.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'CONFLICT', 'CONFLICT', 'done'])
  })
})

describe('a released result that was typed', () => {
  test('changes only with a reason, and the ledger gets the difference', async () => {
    const { luo, me, cell, task, student, release } = await anOralTest()
    await luo(set, { ...cell, base_version: 0, score: 80 })
    await release()
    expect(await reasonOf(luo(set, { ...cell, base_version: 1, score: 90 }))).toBe('RELEASED')
    expect(await reasonOf(luo(set, { ...cell, base_version: 1, score: null, reason: '登错了' }))).toBe('STATE')
    expect(await luo(set, { ...cell, base_version: 1, score: 90, reason: '登错了' })).toMatchObject({
      version: 2,
      score: 90,
      held: false,
    })
    expect(await ledger(student.id)).toEqual(['score result 80', 'experience pass 20', 'score correction 10'])
    const page = await me(studentTask.detail, { id: task.id })
    expect(page.feedback.map(({ score }) => score)).toEqual([90, 80])
    expect((await me(messages.list, {})).list.map(({ kind }) => kind)).toContain('result.corrected')
    await luo(set, { ...cell, base_version: 2, score: null, word: 'missing', reason: '认错了人' })
    expect((await me(studentTask.detail, { id: task.id })).task).toMatchObject({ state: 'expired', score: null })
    expect((await ledger(student.id)).at(-1)).toBe('score correction -90')
    expect(await wrongTotals(school.app.db)).toEqual([])
  })

  test('is appealed without a work, and the answer changes it', async () => {
    const { luo, me, cell, task, guild, release } = await anOralTest()
    const mate = await aUser(school.app.db, { nickname: '同学' })
    await aMember(school.app.db, { guild_id: guild.id, user_id: mate.id })
    await luo(set, { ...cell, base_version: 0, score: 50 })
    await luo(set, { ...cell, user_id: mate.id, base_version: 0, score: 40 })
    const text = '第二题我说的是对的，请老师再听一遍录音好吗，谢谢。'
    expect(await reasonOf(me(reviews.appeal, { task_id: task.id, text }))).toBe('APPEAL')
    await release()
    expect(await reasonOf(me(reviews.appeal, { text }))).toBe('INVALID')
    await me(reviews.appeal, { task_id: task.id, text })
    expect(await reasonOf(me(reviews.appeal, { task_id: task.id, text }))).toBe('APPEAL')
    const inbox = await luo(reviewsAdmin.appeals, {})
    expect(inbox.list).toMatchObject([{ submit_id: null, task_id: task.id, score: 50, max_score: 100 }])
    await luo(reviewsAdmin.answerAppeal, { id: inbox.list[0]!.id, outcome: 'change', answer: '听错了', score: 70 })
    const page = await me(studentTask.detail, { id: task.id })
    expect(page.task).toMatchObject({ state: 'passed', score: 70 })
    expect(page.appeal).toMatchObject({ status: 'changed' })
    const grid = await luo(gradesAdmin.grid, { guild_id: task.guild_id })
    const cellsOf = (user_id: number) =>
      grid.students.list.find(({ student }) => student.user_id === user_id)?.cells ?? []
    expect(cellsOf(cell.user_id)).toMatchObject([{ mark: 'passed', score: 70, entered: { version: 2 } }])
    expect(cellsOf(mate.id)).toMatchObject([{ mark: 'failed', score: 40, entered: { version: 1 } }])
  })

  test('goes with its student’s account where it is held; a released number stays, and so does all of a classmate', async () => {
    const { luo, cell, guild, task, release } = await anOralTest()
    const { db } = school.app
    const mate = await aUser(db)
    await aMember(db, { guild_id: guild.id, user_id: mate.id })
    const next = await aTask(db, { guild_id: guild.id, channel: 'offline', hold: true })
    for (const user_id of [cell.user_id, mate.id]) {
      await luo(set, { ...cell, user_id, base_version: 0, score: 80, text: '读得很稳' })
      await luo(set, { task_id: next.id, user_id, base_version: 0, score: 70, text: '还没公布' })
    }
    await release()
    await eraseEntered(db, cell.user_id)
    const left = await db
      .selectFrom('entered_results')
      .select(['task_id', 'user_id', 'text'])
      .orderBy('user_id')
      .orderBy('task_id')
      .execute()
    expect(left).toEqual([
      { task_id: task.id, user_id: cell.user_id, text: '' },
      { task_id: task.id, user_id: mate.id, text: '读得很稳' },
      { task_id: next.id, user_id: mate.id, text: '还没公布' },
    ])
  })
})
