import { studentTask } from '@tongchuang/contract/student-task.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { anEnrolment } from '../tasks/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const minute = 60_000
const staff = (user: { id: number }) => school.as(user, { audience: 'admin', role: 'teacher' })
const aTeacher = async (guild: { id: number }, nickname?: string) => {
  const teacher = await aUser(school.app.db, { roles: ['teacher'], ...(nickname && { nickname }) })
  await aMember(school.app.db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  return staff(teacher)
}

/** A work that waits, and a teacher who may review it. */
const waiting = async (task = {}, content = '三天的数据都在这里。') => {
  const { db } = school.app
  const at = await aStudentAtWork(db, { task: { type: 'main', points: 100, ...task }, row: { state: 'submitted' } })
  const { id: submit_id } = await aSubmission(db, at.row, { content })
  return { ...at, submit_id, review: await aTeacher(at.guild) }
}

const { scores } = reviewing(() => ({ school }))

describe('what a reviewer writes', () => {
  test('is there again after a reload, and in no draft of another reviewer', async () => {
    const { review, submit_id, guild } = await waiting()
    await review(reviewsAdmin.open, { submit_id })
    const marks = [{ version: 1, quote: '数据', prefix: '三天的', suffix: '都在这里', text: '写出来源' }]
    const kept = await review(reviewToolsAdmin.saveDraft, {
      submit_id,
      base_version: 0,
      text: '写到一半',
      score: 81,
      marks,
      hold: true,
    })
    expect(kept.draft).toMatchObject({ draft_version: 1, text: '写到一半', score: 81, hold: true })
    expect((await review(reviewsAdmin.open, { submit_id })).draft).toEqual(kept.draft)
    const other = await aTeacher(guild)
    expect((await other(reviewToolsAdmin.work, { submit_id })).draft).toBeNull()
  })

  test('survives the end of the lock, and somebody else taking the work over', async () => {
    const { review, submit_id, guild } = await waiting()
    await review(reviewsAdmin.open, { submit_id })
    school.clock.move(31 * minute)
    await (
      await aTeacher(guild)
    )(reviewsAdmin.open, { submit_id })
    const late = await review(reviewToolsAdmin.saveDraft, { submit_id, base_version: 0, text: '还没写完' })
    expect(late).toMatchObject({ draft: { text: '还没写完' }, locked_until: null })
    expect((await review(reviewToolsAdmin.work, { submit_id })).draft?.text).toBe('还没写完')
  })

  test('renews the lock, so that a long review is not taken over', async () => {
    const { review, submit_id, guild } = await waiting()
    await review(reviewsAdmin.open, { submit_id })
    school.clock.move(20 * minute)
    const { locked_until } = await review(reviewToolsAdmin.saveDraft, { submit_id, base_version: 0, text: '慢慢看' })
    expect(locked_until).toBe(new Date(school.clock.now() + 30 * minute).toISOString())
    school.clock.move(20 * minute)
    expect(await reasonOf((await aTeacher(guild))(reviewsAdmin.open, { submit_id }))).toBe('LOCKED_REVIEW')
  })

  test('in two tabs: the second is shown what the first wrote, and the same words sent twice are kept once', async () => {
    const { review, submit_id } = await waiting()
    await review(reviewToolsAdmin.saveDraft, { submit_id, base_version: 0, text: '第一个页面' })
    expect(
      (await review(reviewToolsAdmin.saveDraft, { submit_id, base_version: 0, text: '第一个页面' })).draft
        .draft_version,
    ).toBe(1)
    const second = review(reviewToolsAdmin.saveDraft, { submit_id, base_version: 0, text: '第二个页面' })
    await expect(second).rejects.toMatchObject({
      reason: 'CONFLICT',
      data: { draft: { text: '第一个页面', draft_version: 1 } },
    })
    expect(
      (await review(reviewToolsAdmin.saveDraft, { submit_id, base_version: 1, text: '合在一起' })).draft.draft_version,
    ).toBe(2)
  })

  test('is gone once it became a result', async () => {
    const { review, submit_id } = await waiting()
    await review(reviewsAdmin.open, { submit_id })
    await review(reviewToolsAdmin.saveDraft, { submit_id, base_version: 0, text: '很好', score: 90 })
    await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 90, text: '很好' })
    const work = await review(reviewToolsAdmin.work, { submit_id })
    expect(work).toMatchObject({ draft: null, result: { held: false, decision: 'pass', score: 90, text: '很好' } })
  })
})

describe('the queue', () => {
  test('begins with what has waited longest, whichever row is older, page by page', async () => {
    const { review, submit_id, guild } = await waiting()
    const { db } = school.app
    const more = async (submitted_at: number) => {
      const at = await aStudentAtWork(db, { row: { state: 'submitted' } })
      await db.updateTable('tasks').set({ guild_id: guild.id }).where('id', '=', at.task.id).execute()
      return (await aSubmission(db, { ...at.row, guild_id: guild.id }, { submitted_at })).id
    }
    const now = school.clock.now()
    await db
      .updateTable('submissions')
      .set({ submitted_at: now - 5 * minute })
      .where('id', '=', submit_id)
      .execute()
    const [longest, same] = [await more(now - 60 * minute), await more(now - 5 * minute)]
    const page = await review(reviewsAdmin.queue, { limit: 2 })
    expect(page.list.map((row) => row.submit_id)).toEqual([longest, submit_id])
    expect(
      (await review(reviewsAdmin.queue, { limit: 2, after: page.next ?? '' })).list.map((row) => row.submit_id),
    ).toEqual([same])
    const admin = await aUser(db, { roles: ['admin'] })
    const all = await school.as(admin, { audience: 'admin', role: 'admin' })(reviewsAdmin.queue, {})
    expect(all.list.map((row) => row.submit_id)).toEqual([longest, submit_id, same])
  })

  test('a teacher reviews one class of a guild at a time', async () => {
    const { review, submit_id, guild, student } = await waiting()
    const { db } = school.app
    const other = await aStudentAtWork(db, { row: { state: 'submitted' } })
    await db.updateTable('tasks').set({ guild_id: guild.id }).where('id', '=', other.task.id).execute()
    await aSubmission(db, { ...other.row, guild_id: guild.id })
    const inClass = (id: number, organization_name: string) =>
      db.updateTable('users').set({ organization_name }).where('id', '=', id).execute()
    await inClass(student.id, '七（2）班')
    await inClass(other.student.id, '七（3）班')
    expect((await review(reviewToolsAdmin.summary)).classes).toEqual(['七（2）班', '七（3）班'])
    const { list } = await review(reviewsAdmin.queue, { class_name: '七（2）班' })
    expect(list.map((row) => row.submit_id)).toEqual([submit_id])
  })

  test('a teacher sees what is late, what is theirs, and a held result with its score', async () => {
    const { review, submit_id, guild } = await waiting({ hold: true })
    const { db } = school.app
    const late = await aStudentAtWork(db, { row: { state: 'submitted' } })
    await db.updateTable('tasks').set({ guild_id: guild.id }).where('id', '=', late.task.id).execute()
    const { id: late_id } = await aSubmission(db, { ...late.row, guild_id: guild.id }, { late: true })
    const ids = async (filter: object) => (await review(reviewsAdmin.queue, filter)).list.map((row) => row.submit_id)
    expect(await ids({})).toEqual([submit_id, late_id])
    expect(await ids({ late: true })).toEqual([late_id])
    expect(await ids({ mine: true })).toEqual([])
    await review(reviewsAdmin.open, { submit_id })
    await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 77 })
    expect(await ids({})).toEqual([late_id])
    expect(await ids({ status: 'all', mine: true })).toEqual([submit_id])
    expect((await review(reviewsAdmin.queue, { status: 'reviewed' })).list).toMatchObject([
      { decision: 'pass', score: 77 },
    ])
    expect(await review(reviewToolsAdmin.summary)).toMatchObject({
      waiting: 1,
      held: 1,
      guilds: [{ id: guild.id, waiting: 1 }],
    })
  })
})

describe('a correction', () => {
  test('70, then 85 after an appeal, then 60 by staff: three rows, sum 60, and the student is told why', async () => {
    const { review, submit_id, student, task } = await waiting()
    await review(reviewsAdmin.open, { submit_id })
    await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70, text: '第一次的评语' })
    const change = { submit_id, reason: '看漏了一页' }
    expect(await review(reviewToolsAdmin.correct, { ...change, score: 85 })).toMatchObject({
      score: 85,
      state: 'passed',
      held: false,
    })
    expect(await review(reviewToolsAdmin.correct, { ...change, score: 60, reason: '抄错了一行' })).toMatchObject({
      score: 60,
    })
    expect(await scores(student.id)).toEqual([70, 15, -25])
    const work = await review(reviewToolsAdmin.work, { submit_id })
    expect(work.history.slice(0, 2)).toMatchObject([
      { action: 'correct', reason: '抄错了一行' },
      { action: 'correct', reason: '看漏了一页' },
    ])
    const page = await school.as(student)(studentTask.detail, { id: task.id })
    expect(page.task.score).toBe(60)
    expect(page.feedback[0]).toMatchObject({ score: 60, text: '第一次的评语' })
  })

  test('of a result that is not released is refused', async () => {
    const { review, submit_id } = await waiting({ hold: true })
    await review(reviewsAdmin.open, { submit_id })
    await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 70 })
    expect(await reasonOf(review(reviewToolsAdmin.correct, { submit_id, score: 60, reason: '再看' }))).toBe('STATE')
  })
})

describe('saved comments', () => {
  test('a reviewer shares one in a guild; the others use it and cannot change it', async () => {
    const { review, guild } = await waiting()
    const own = await review(reviewToolsAdmin.addComment, { text: '补上数据来源' })
    const shared = await review(reviewToolsAdmin.addComment, { text: '假设写得好', guild_id: guild.id })
    const other = await aTeacher(guild)
    expect(await other(reviewToolsAdmin.comments, { guild_id: guild.id })).toMatchObject([
      { id: shared.id, mine: false },
    ])
    expect(await reasonOf(other(reviewToolsAdmin.changeComment, { id: shared.id, text: '改一改' }))).toBe('NOT_FOUND')
    expect(await reasonOf(other(reviewToolsAdmin.removeComment, { id: shared.id }))).toBe('NOT_FOUND')
    await review(reviewToolsAdmin.changeComment, { id: own.id, text: '写出数据来源' })
    await review(reviewToolsAdmin.removeComment, { id: shared.id })
    expect(await review(reviewToolsAdmin.comments, { guild_id: guild.id })).toMatchObject([
      { text: '写出数据来源', guild_id: null, mine: true },
    ])
  })
})

describe('students who have not handed in', () => {
  test('are listed, reminded once however often it is pressed, and the reminder goes with the work', async () => {
    const { review, guild, task, student } = await waiting()
    const { db } = school.app
    const [busy, idle] = [await aUser(db, { nickname: '在写的' }), await aUser(db, { nickname: '没接的' })]
    for (const user of [busy, idle]) await aMember(db, { guild_id: guild.id, user_id: user.id })
    await anEnrolment(db, task, { user_id: busy.id, state: 'doing' })
    const list = async () => (await review(reviewToolsAdmin.missing, { task_id: task.id })).list
    expect(await list()).toMatchObject([
      { student: { nickname: '在写的' }, state: 'doing', reminded_at: null },
      { student: { nickname: '没接的' }, state: 'available' },
    ])
    const pressed = await Promise.all([1, 2].map(() => review(reviewToolsAdmin.remind, { task_id: task.id })))
    expect(pressed).toMatchObject([{ people: 2 }, { people: 2 }])
    const todo = async (user: { id: number }) => (await school.as(user)(messages.list, { type: 'todo' })).list
    expect(await todo(busy)).toMatchObject([{ title: '老师提醒你提交' }])
    expect(await todo(student)).toEqual([])
    await school.as(busy)(submissions.submit, { task_id: task.id, content: '交了。', key: 'a-key-of-mine' })
    expect(await todo(busy)).toEqual([])
    expect((await list()).map((row) => row.student.nickname)).toEqual(['没接的'])
  })
})

test('who holds a task and who has handed in are listed as its numbers count them, with the work to open', async () => {
  const { review, guild, task, student, submit_id } = await waiting()
  const { db } = school.app
  const [busy, gone, idle] = [await aUser(db), await aUser(db), await aUser(db)]
  for (const { id } of [busy, gone, idle]) await aMember(db, { guild_id: guild.id, user_id: id })
  await anEnrolment(db, task, { user_id: busy.id, state: 'doing' })
  await anEnrolment(db, task, { user_id: gone.id, state: 'aborted' })
  const list = (who: 'accepted' | 'submitted') => review(reviewToolsAdmin.holders, { task_id: task.id, who })
  const [accepted, submitted] = [await list('accepted'), await list('submitted')]
  expect(accepted.list.map((row) => [row.student.user_id, row.state, row.submit_id])).toEqual([
    [student.id, 'submitted', submit_id],
    [busy.id, 'doing', null],
  ])
  expect(submitted.list).toMatchObject([{ student: { user_id: student.id }, submit_id, late: false }])
  const [listed] = (await review(taskListsAdmin.tasks, { guild_id: guild.id })).list
  expect([listed?.accepted, listed?.submitted]).toEqual([accepted.total, submitted.total])
})

describe('texts that are nearly the same', () => {
  const text =
    '我在周一到周三的中午站在一号窗口旁边，每两分钟数一次排队的人数，一共记了六十一次，然后把三天的数据写进表里，再算出平均每个人要等多久。'

  test('a reviewer of either is told of the other; of a text that differs nothing is said', async () => {
    const one = await waiting({}, text)
    const { db } = school.app
    const more = async (content: string) => {
      const user = await aUser(db)
      await aMember(db, { guild_id: one.guild.id, user_id: user.id })
      const row = await anEnrolment(db, one.task, { user_id: user.id, state: 'submitted' })
      return aSubmission(db, row, { content })
    }
    const copy = await more(`${text}谢谢。`)
    const own = await more(
      '下雨那天人特别多，因为大家都不愿意去外面吃饭，所以我把那一天单独列出来，和另外两天比较，再写出我自己的看法，最后请同桌看了一遍，他也同意。',
    )
    await school.app.jobs.run('reviews.compare')
    await school.app.jobs.run('reviews.compare')
    const seen = await one.review(reviewToolsAdmin.work, { submit_id: one.submit_id })
    expect(seen.similar).toMatchObject([{ submit_id: copy.id }])
    expect(seen.similar[0]?.percent).toBeGreaterThanOrEqual(80)
    expect((await one.review(reviewToolsAdmin.work, { submit_id: copy.id })).similar).toMatchObject([
      { submit_id: one.submit_id },
    ])
    expect((await one.review(reviewToolsAdmin.work, { submit_id: own.id })).similar).toEqual([])
  })
})
