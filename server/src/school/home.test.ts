import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { systemAdmin } from '@tongchuang/contract/system.admin.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aPost } from '../discussions/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { addResult } from '../reviews/store.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { makeSet } from '../tasks/sets/set-store.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let admin: { id: number; nickname: string }
beforeAll(async () => {
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:1' } })
  admin = await aUser(school.app.db, { roles: ['admin'] })
})
afterAll(() => school.close())

const asAdmin = () => school.as(admin, { audience: 'admin', role: 'admin' })

describe('what waits', () => {
  test('what is out of the ordinary has names: works nearly the same, posts out of sight, appeals of yesterday; who may not decide sees none', async () => {
    const { db } = school.app
    const now = school.clock.now()
    const { guild, row, task } = await aStudentAtWork(db, { row: { state: 'submitted' } })
    const earlier = await aSubmission(db, row, { submitted_at: now })
    const other = await aUser(db, { nickname: '小满', real_name: '剳小满' })
    await aMember(db, { guild_id: guild.id, user_id: other.id })
    const second = await anEnrolment(db, task, { user_id: other.id, state: 'submitted' })
    const later = await aSubmission(db, second, { submitted_at: now })
    const alike = { submission_id: later.id, other_id: earlier.id, percent: 92 }
    await db
      .insertInto('similar_works')
      .values([alike, { ...alike, submission_id: earlier.id, other_id: later.id }])
      .execute()
    const post = await aPost(db, task, { user_id: other.id, content: '一句不该说的话', created_at: now, held_at: now })
    const of = { guild_id: guild.id, user_id: other.id, created_at: now - 25 * 3_600_000 }
    const { user_id: reporter_id, ...report } = { ...of, user_id: row.user_id }
    await db
      .insertInto('reports')
      .values({ ...report, target: 'discussion', target_id: post.id, reporter_id, reason: 'abuse' })
      .execute()
    const teacher = await aUser(db, { roles: ['teacher'] })
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    const result = await addResult(db, {
      ...{
        submission_id: earlier.id,
        enrolment_id: row.id,
        reviewer_id: teacher.id,
        reviewer_role: 'teacher',
        decision: 'pass',
      },
      ...{ score: 70, percent: 70, percent_final: 70, status: 'released', created_at: now, released_at: now },
    })
    await db
      .insertInto('appeals')
      .values({
        ...of,
        result_id: result.id,
        submission_id: earlier.id,
        enrolment_id: row.id,
        status: 'open',
        text: '请再看一眼第二张图。',
      })
      .execute()
    const assistant = await aUser(db, { roles: ['assistant'] })
    await aMember(db, { guild_id: guild.id, user_id: assistant.id, role: 'assistant' })
    const home = (user: { id: number }, role: 'teacher' | 'assistant') =>
      school.as(user, { audience: 'admin', role })(schoolAdmin.home)
    expect((await home(teacher, 'teacher')).anomalies).toMatchObject([
      { kind: 'similar', id: later.id, people: ['剳小满', expect.any(String)], percent: 92 },
      { kind: 'held', id: post.id, task_title: task.title, people: [] },
      { kind: 'appeal', people: ['剳小满'], percent: null },
    ])
    expect((await home(assistant, 'assistant')).anomalies).toEqual([])
  })

  test('a post that several students reported is one thing to decide on', async () => {
    const { db } = school.app
    const now = school.clock.now()
    const { guild, row, task } = await aStudentAtWork(db)
    const teacher = await aUser(db, { roles: ['teacher'] })
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    const posts = [await aPost(db, task, { user_id: row.user_id }), await aPost(db, task, { user_id: row.user_id })]
    const given = { guild_id: guild.id, target: 'discussion', reason: 'abuse', created_at: now } as const
    for (const [target_id, people] of [
      [posts[0]?.id ?? 0, 2],
      [posts[1]?.id ?? 0, 1],
    ] as const)
      for (let one = 0; one < people; one += 1)
        await db
          .insertInto('reports')
          .values({ ...given, target_id, reporter_id: (await aUser(db)).id })
          .execute()
    const { inbox } = await school.as(teacher, { audience: 'admin', role: 'teacher' })(schoolAdmin.home)
    expect(inbox.reports).toBe(2)
  })

  test('whose work never came is named with the task that was due last', async () => {
    const { db } = school.app
    const now = school.clock.now()
    const { guild, row, task, student } = await aStudentAtWork(db, {
      task: { due_at: now - 7_200_000 },
      row: { state: 'doing' },
    })
    const last = await aTask(db, { guild_id: guild.id, title: '最后一个', due_at: now - 3_600_000 })
    await anEnrolment(db, last, { user_id: row.user_id, state: 'doing' })
    const teacher = await aUser(db, { roles: ['teacher'] })
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    const { missing } = await school.as(teacher, { audience: 'admin', role: 'teacher' })(schoolAdmin.home)
    expect(task.id).not.toBe(last.id)
    expect(missing).toMatchObject({
      total: 2,
      people: [{ user_id: student.id, tasks: 2, last_task_id: last.id, last_title: '最后一个' }],
    })
  })

  test('a teacher sees the works of their own guilds, an administrator all, another teacher none', async () => {
    const { db } = school.app
    const now = school.clock.now()
    const { guild, row, task } = await aStudentAtWork(db, { row: { state: 'submitted' } })
    await aSubmission(db, row, { submitted_at: now - 3_600_000 })
    const [teacher, stranger] = [await aUser(db, { roles: ['teacher'] }), await aUser(db, { roles: ['teacher'] })]
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    // A former member is not among those awaited.
    await aMember(db, { guild_id: guild.id, user_id: (await aUser(db)).id })
    const former = await aUser(db)
    await aMember(db, { guild_id: guild.id, user_id: former.id, status: 'left' })
    const set_id = await makeSet(db, { owner_id: teacher.id, title: task.title, now })
    const inOtherClass = await aTask(db, { guild_id: (await aGuild(db)).id, set_id })
    await anEnrolment(db, inOtherClass, { user_id: former.id })
    await db
      .updateTable('tasks')
      .set({ due_at: now + 3_600_000, status: 'open', set_id })
      .where('id', '=', task.id)
      .execute()
    await aMember(db, { guild_id: (await aGuild(db)).id, user_id: teacher.id, role: 'teacher', status: 'left' })
    const asTeacher = school.as(teacher, { audience: 'admin', role: 'teacher' })
    expect((await asTeacher(schoolAdmin.me)).guilds).toBe(1)
    const home = (user: { id: number }) => school.as(user, { audience: 'admin', role: 'teacher' })(schoolAdmin.home)
    expect(await home(teacher)).toMatchObject({
      waiting: { total: 1, tasks: [{ task_id: task.id, waiting: 1, reviewed: 0 }] },
      due: { total: 1, tasks: [{ members: 2, missing: 1 }] },
      checklist: null,
    })
    expect(await home(stranger)).toMatchObject({
      waiting: { total: 0, tasks: [] },
      due: { total: 0 },
      missing: { total: 0 },
    })
    expect((await asAdmin()(schoolAdmin.home)).waiting.total).toBeGreaterThanOrEqual(1)
  })

  test('a teacher goes on where they left off, and sees what their assistants did today', async () => {
    const { db } = school.app
    const now = school.clock.now()
    const student = await aUser(db)
    const { guild, row } = await aStudentAtWork(db, { student, row: { state: 'submitted' } })
    const [teacher, assistant] = [await aUser(db, { roles: ['teacher'] }), await aUser(db, { roles: ['assistant'] })]
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    await aMember(db, { guild_id: guild.id, user_id: assistant.id, role: 'assistant' })
    const home = (by: { id: number }, role: 'teacher' | 'assistant') =>
      school.as(by, { audience: 'admin', role })(schoolAdmin.home)
    const done = await aSubmission(db, row, { submitted_at: now - 7_200_000, status: 'reviewed' })
    const review = {
      submission_id: done.id,
      enrolment_id: row.id,
      decision: 'pass' as const,
      status: 'held' as const,
      created_at: now,
    }
    await db
      .insertInto('results')
      .values([
        { ...review, reviewer_id: teacher.id, reviewer_role: 'teacher' },
        { ...review, reviewer_id: assistant.id, reviewer_role: 'assistant' },
        { ...review, reviewer_id: assistant.id, reviewer_role: 'assistant', created_at: now - 48 * 3_600_000 },
      ])
      .execute()
    // Nothing of the task waits: there is nothing to go on with.
    expect((await home(teacher, 'teacher')).resume).toBeNull()
    await aSubmission(db, row, { version: 2, submitted_at: now - 3_600_000 })
    expect(await home(teacher, 'teacher')).toMatchObject({
      resume: { task_id: row.task_id, waiting: 1, reviewed: 1, held: 1, next_name: student.nickname },
      assistants: [{ user_id: assistant.id, reviewed: 1 }],
    })
    expect(await home(assistant, 'assistant')).toMatchObject({ assistants: [] })
  })

  test('the system page asks for an address only while none is set, and says so of one nobody else can open', async () => {
    const kinds = async (base_url: string) => {
      await school.app.changeSettings({ base_url })
      return (await asAdmin()(systemAdmin.read)).findings
        .map(({ kind }) => kind)
        .filter((kind) => /ADDRESS|URL|HTTPS/.test(kind))
    }
    expect(await kinds('')).toEqual(['NO_BASE_URL'])
    expect(await kinds('http://localhost:3000')).toEqual(['LOCAL_ADDRESS'])
    expect(await kinds('http://10.0.0.2')).toEqual(['NO_HTTPS'])
    expect(await kinds('https://guild.school.cn')).toEqual([])
  })

  test('an administrator sees how the server is, and that a job failed', async () => {
    school.app.jobs.every('test.fails', 60, () => Promise.reject(new Error('no ink')))
    await expect(school.app.jobs.run('test.fails')).rejects.toThrow('no ink')
    const state = await asAdmin()(systemAdmin.read)
    expect(state.database).toBe(school.app.database.dialect)
    expect(state.disk.total).toBeGreaterThan(0)
    expect(state.jobs.find(({ name }) => name === 'test.fails')).toMatchObject({
      failed_reason: expect.stringContaining('no ink'),
    })
    expect(state.findings.map(({ kind }) => kind)).toContain('JOB_FAILING')
    await asAdmin()(systemAdmin.testMail, { to: 'head@school.cn' })
    expect((await asAdmin()(systemAdmin.read)).mail.waiting).toBe(1)
  })
})
