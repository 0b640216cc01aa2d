import { auditAdmin } from '@tongchuang/contract/audit.admin.ts'
import type { Call } from '@tongchuang/contract/call.ts'
import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { systemAdmin } from '@tongchuang/contract/system.admin.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aPost } from '../discussions/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { servedCalls } from '../http/all-calls.ts'
import { isAudited } from '../http/audit.ts'
import type { JsonSchema } from '../http/json-schema.ts'
import { addResult } from '../reviews/store.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { makeSet } from '../tasks/sets/set-store.ts'
import { settingsFor } from '../settings.ts'
import { reasonOf, refusal } from '../testing/refusal.ts'
import { sampleOf } from '../testing/sample.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let admin: { id: number; nickname: string }
beforeAll(async () => {
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:1' } })
  admin = await aUser(school.app.db, { roles: ['admin'] })
})
afterAll(() => school.close())

const asAdmin = () => school.as(admin, { audience: 'admin', role: 'admin' })
describe('what the staff do is written down', () => {
  test('every call of the admin site that changes something leaves a row, also when it is refused', async () => {
    const other = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:1' } })
    const { db } = other.app
    const somebody = await aUser(db, { roles: ['admin'] })
    const closed = servedCalls(other.app.http).filter(
      (call: Call) => isAudited(call) && call.access !== 'public' && !call.recorded,
    )
    expect(closed.length).toBeGreaterThan(12)
    for (const call of closed) {
      const token = await other.signIn(somebody, { audience: 'admin', role: 'admin' })
      await other.inject({
        method: 'POST',
        url: call.path,
        headers: { token },
        payload: sampleOf(call.input as JsonSchema) as Record<string, unknown>,
      })
      await db.updateTable('users').set({ status: 'normal' }).execute()
      await db
        .insertInto('user_roles')
        .values({ user_id: somebody.id, role: 'admin' })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const rows = await db
        .selectFrom('audit_entries')
        .select(['user_id', 'role', 'outcome'])
        .where('call', '=', call.path)
        .execute()
      expect(rows, call.path).toHaveLength(1)
      expect(rows[0], call.path).toMatchObject({ user_id: somebody.id, role: 'admin' })
      expect(rows[0]?.outcome, call.path).not.toBe('BEGUN')
    }
    await other.close()
  })

  test('an administrator finds who did what in which guild, without the secrets of it', async () => {
    const { db } = school.app
    const guild = await aGuild(db)
    const teacher = await aUser(db, { roles: ['teacher'], nickname: '陈立群' })
    const student = await aUser(db)
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    await aMember(db, { guild_id: guild.id, user_id: student.id, status: 'pending' })
    await school.as(teacher, { audience: 'admin', role: 'teacher' })(guildsAdmin.answerJoin, {
      guild_id: guild.id,
      user_ids: [student.id],
      admit: true,
    })
    const find = (filter: { keyword?: string; guild_id?: number; call?: string; from?: string; to?: string }) =>
      asAdmin()(auditAdmin.list, filter)
    const { list } = await find({ guild_id: guild.id })
    expect(list).toMatchObject([
      { nickname: '陈立群', role: 'teacher', call: '/api/admin/guild/answer_join', guild: guild.name, outcome: 'DONE' },
    ])
    expect((await find({ keyword: '立群' })).list).toHaveLength(1)
    expect((await find({ keyword: '%' })).list).toHaveLength(0)
    expect(
      (await find({ call: '/api/admin/guild/answer_join', to: new Date(school.clock.now()).toISOString() })).list,
    ).toHaveLength(0)
    expect(await reasonOf(school.as(teacher, { audience: 'admin', role: 'teacher' })(auditAdmin.list))).toBe('ROLE')
  })

  test('after a year a row is forgotten', async () => {
    const { db } = school.app
    await asAdmin()(staffAdmin.endFactor, { user_id: admin.id })
    school.clock.move(366 * 24 * 3_600_000)
    await school.app.jobs.run('audit.sweep')
    expect(await db.selectFrom('audit_entries').select('id').execute()).toEqual([])
  })
})

describe('settings of the site', () => {
  test('two administrators who change one setting do not overwrite each other: the second sees both', async () => {
    const { settings, versions } = await asAdmin()(settingsAdmin.read)
    await asAdmin()(settingsAdmin.change, {
      settings: { site_name: '一中' },
      versions: { site_name: versions.site_name },
    })
    const { reason, data } = await refusal(
      asAdmin()(settingsAdmin.change, { settings: { one_device: true, site_name: '二中' }, versions }),
    )
    expect({ reason, ...data }).toMatchObject({ reason: 'CONFLICT', key: 'site_name', theirs: '一中', yours: '二中' })
    const now = await asAdmin()(settingsAdmin.read)
    expect(now.settings).toEqual({ ...settings, site_name: '一中' })
    await asAdmin()(settingsAdmin.change, {
      settings: { site_name: '二中' },
      versions: data.versions as typeof versions,
    })
    expect((await school.app.settings()).site_name).toBe('二中')
  })

  test('a school for minors shows more of its students to each other only with a reason, and the record keeps it', async () => {
    await school.app.changeSettings(settingsFor('minors'))
    const { versions } = await asAdmin()(settingsAdmin.read)
    const loosening = [{ ranking_list: 'names' }, { ranking_values: true }, { school_kind: 'adults' }] as const
    for (const settings of loosening)
      expect(await refusal(asAdmin()(settingsAdmin.change, { settings, versions }))).toMatchObject({
        reason: 'INVALID',
        data: { field: 'reason' },
      })
    expect(await school.app.settings()).toMatchObject(settingsFor('minors'))
    const reason = '家长委员会同意公开昵称'
    await asAdmin()(settingsAdmin.change, { settings: { ranking_list: 'names' }, versions, reason })
    const { list } = await asAdmin()(auditAdmin.list, { call: '/api/admin/settings/change' })
    expect(JSON.stringify(list[0])).toContain(reason)
    // What shows less needs none.
    await asAdmin()(settingsAdmin.change, {
      settings: { ranking_list: 'own' },
      versions: (await asAdmin()(settingsAdmin.read)).versions,
    })
  })

  test('a school from before is asked once whom it is for, and keeps what it has until then', async () => {
    const asked = async () => (await asAdmin()(systemAdmin.read)).findings.map(({ kind }) => kind)
    await school.app.changeSettings({ school_kind: null, ranking_list: 'names' })
    expect(await asked()).toContain('SCHOOL_KIND')
    expect((await school.app.settings()).ranking_list).toBe('names')
    await school.app.changeSettings({ school_kind: 'adults' })
    expect(await asked()).not.toContain('SCHOOL_KIND')
  })

  test.each([
    ['timezone', 'Mars/Olympus'],
    ['doors', { invite: false, code: false }],
    ['terms', [{ name: '春', begin: '02-30', end: '06-30' }]],
    ['levels', [{ from: 5, zh: '甲', en: 'A' }]],
    ['files', { file_mb: 300, submission_mb: 200, student_mb: 400, max_files: 3 }],
    ['base_url', 'javascript:alert(1)'],
    ['base_url', 'https://root:secret@school.cn'],
    ['base_url', 'https://@school.cn'],
    ['base_url', 'https://school.cn/?next=https://evil.cn'],
    ['base_url', 'https://school.cn/#/'],
    ['base_url', 'https://school.cn?'],
  ])('%s is refused where it makes no sense', async (key, value) => {
    const { versions } = await asAdmin()(settingsAdmin.read)
    const { reason, data } = await refusal(
      asAdmin()(settingsAdmin.change, { settings: { [key]: value } as never, versions }),
    )
    expect([reason, data.field]).toEqual(['INVALID', key])
  })
})

describe('accounts of the staff', () => {
  test('the last administrator who can log in stays one', async () => {
    const { db } = school.app
    const second = await aUser(db, { roles: ['admin'] })
    await asAdmin()(staffAdmin.setDisabled, { user_id: second.id, disabled: true })
    expect(await reasonOf(asAdmin()(staffAdmin.setRoles, { user_id: admin.id, roles: ['teacher'] }))).toBe('LAST_ADMIN')
    expect(await reasonOf(asAdmin()(staffAdmin.setDisabled, { user_id: admin.id, disabled: true }))).toBe('OWN_ACCOUNT')
    await asAdmin()(staffAdmin.setDisabled, { user_id: second.id, disabled: false })
    const asSecond = school.as(second, { audience: 'admin', role: 'admin' })
    await asSecond(schoolAdmin.me)
    const both = await Promise.allSettled([
      asAdmin()(staffAdmin.setRoles, { user_id: second.id, roles: [] }),
      asSecond(staffAdmin.setRoles, { user_id: admin.id, roles: [] }),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await db
      .insertInto('user_roles')
      .values([admin, second].map(({ id }) => ({ user_id: id, role: 'admin' as const })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })

  test('a teacher whose role is taken back is out at once, and comes in with a password given once', async () => {
    const { user_id, password } = await asAdmin()(staffAdmin.create, {
      username: 'newteacher',
      nickname: '新老师',
      roles: ['teacher'],
    })
    expect(password.length).toBeGreaterThanOrEqual(8)
    const token = await school.signIn(user_id, { audience: 'admin', role: 'teacher' })
    expect((await school.with(token)(schoolAdmin.me)).must_change_password).toBe(true)
    await asAdmin()(staffAdmin.setRoles, { user_id, roles: ['assistant'] })
    expect(await reasonOf(school.with(token)(schoolAdmin.me))).toBe('NO_SESSION')
    expect((await asAdmin()(staffAdmin.list, { keyword: 'newteach' })).list).toMatchObject([
      { id: user_id, roles: ['assistant'], disabled: false },
    ])
    const { list } = await asAdmin()(staffAdmin.list)
    expect(list.every(({ roles }) => roles.some((role) => role !== 'student'))).toBe(true)
  })
})

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
    const helper = await aUser(db, { roles: ['assistant'] })
    await aMember(db, { guild_id: guild.id, user_id: helper.id, role: 'assistant' })
    const home = (user: { id: number }, role: 'teacher' | 'assistant') =>
      school.as(user, { audience: 'admin', role })(schoolAdmin.home)
    expect((await home(teacher, 'teacher')).anomalies).toMatchObject([
      { kind: 'similar', id: later.id, people: ['剳小满', expect.any(String)], percent: 92 },
      { kind: 'held', id: post.id, task_title: task.title, people: [] },
      { kind: 'appeal', people: ['剳小满'], percent: null },
    ])
    expect((await home(helper, 'assistant')).anomalies).toEqual([])
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
    // Who has left is none of those it waits for.
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
      failed_reason: expect.stringContaining('no ink') as string,
    })
    expect(state.findings.map(({ kind }) => kind)).toContain('JOB_FAILING')
    await asAdmin()(systemAdmin.testMail, { to: 'head@school.cn' })
    expect((await asAdmin()(systemAdmin.read)).mail.waiting).toBe(1)
  })
})
