import { auditAdmin } from '@tongchuang/contract/audit.admin.ts'
import type { Call } from '@tongchuang/contract/call.ts'
import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { systemAdmin } from '@tongchuang/contract/system.admin.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { servedCalls } from '../http/all-calls.ts'
import { isAudited } from '../http/audit.ts'
import type { JsonSchema } from '../http/json-schema.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
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
const refusal = async (call: Promise<unknown>): Promise<CallFailed> => {
  const error = await call.then(
    () => new Error('it was not refused'),
    (failure: unknown) => failure,
  )
  if (error instanceof CallFailed) return error
  throw error
}
const reasonOf = async (call: Promise<unknown>) => (await refusal(call)).reason

describe('what the staff do is written down', () => {
  test('every call of the admin site that changes something leaves a row, also when it is refused', async () => {
    const other = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:1' } })
    const { db } = other.app
    const somebody = await aUser(db, { roles: ['admin'] })
    const closed = servedCalls(other.app.http).filter((call: Call) => isAudited(call) && call.access !== 'public')
    expect(closed.length).toBeGreaterThan(12)
    for (const call of closed) {
      const token = await other.signIn(somebody, { audience: 'admin', role: 'admin' })
      await other.inject({ method: 'POST', url: call.path, headers: { token }, payload: sampleOf(call.input as JsonSchema) as Record<string, unknown> })
      await db.updateTable('users').set({ status: 'normal' }).execute()
      await db
        .insertInto('user_roles')
        .values({ user_id: somebody.id, role: 'admin' })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const rows = await db.selectFrom('audit_entries').select(['user_id', 'role', 'outcome']).where('call', '=', call.path).execute()
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
    await school.as(teacher, { audience: 'admin', role: 'teacher' })(guildsAdmin.answerJoin, { guild_id: guild.id, user_ids: [student.id], admit: true })
    const find = (filter: { keyword?: string; guild_id?: number; call?: string; from?: string; to?: string }) => asAdmin()(auditAdmin.list, filter)
    const { list } = await find({ guild_id: guild.id })
    expect(list).toMatchObject([{ nickname: '陈立群', role: 'teacher', call: '/api/admin/guild/answer_join', guild: guild.name, outcome: 'DONE' }])
    expect((await find({ keyword: '立群' })).list).toHaveLength(1)
    expect((await find({ keyword: '%' })).list).toHaveLength(0)
    expect((await find({ call: '/api/admin/guild/answer_join', to: new Date(school.clock.now()).toISOString() })).list).toHaveLength(0)
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
    await asAdmin()(settingsAdmin.change, { settings: { site_name: '一中' }, versions: { site_name: versions.site_name } })
    const { reason, data } = await refusal(asAdmin()(settingsAdmin.change, { settings: { one_device: true, site_name: '二中' }, versions }))
    expect({ reason, ...data }).toMatchObject({ reason: 'CONFLICT', key: 'site_name', theirs: '一中', yours: '二中' })
    const now = await asAdmin()(settingsAdmin.read)
    expect(now.settings).toEqual({ ...settings, site_name: '一中' })
    await asAdmin()(settingsAdmin.change, { settings: { site_name: '二中' }, versions: data.versions as typeof versions })
    expect((await school.app.settings()).site_name).toBe('二中')
  })

  test.each([
    ['timezone', 'Mars/Olympus'],
    ['doors', { invite: false, code: false }],
    ['terms', [{ name: '春', begin: '02-30', end: '06-30' }]],
    ['levels', [{ from: 5, zh: '甲', en: 'A' }]],
    ['files', { file_mb: 300, submission_mb: 200, student_mb: 400, max_files: 3 }],
    ['base_url', 'javascript:alert(1)'],
  ])('%s is refused where it makes no sense', async (key, value) => {
    const { versions } = await asAdmin()(settingsAdmin.read)
    const { reason, data } = await refusal(asAdmin()(settingsAdmin.change, { settings: { [key]: value } as never, versions }))
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
    const { user_id, password } = await asAdmin()(staffAdmin.create, { username: 'newteacher', nickname: '新老师', roles: ['teacher'] })
    expect(password.length).toBeGreaterThanOrEqual(8)
    const token = await school.signIn(user_id, { audience: 'admin', role: 'teacher' })
    expect((await school.with(token)(schoolAdmin.me)).must_change_password).toBe(true)
    await asAdmin()(staffAdmin.setRoles, { user_id, roles: ['assistant'] })
    expect(await reasonOf(school.with(token)(schoolAdmin.me))).toBe('NO_SESSION')
    expect((await asAdmin()(staffAdmin.list, { keyword: 'newteach' })).list).toMatchObject([{ id: user_id, roles: ['assistant'], disabled: false }])
    const { list } = await asAdmin()(staffAdmin.list)
    expect(list.every(({ roles }) => roles.some((role) => role !== 'student'))).toBe(true)
  })
})

describe('what waits', () => {
  test('a teacher sees the works of their own guilds, an administrator all, another teacher none', async () => {
    const { db } = school.app
    const now = school.clock.now()
    const { guild, row, task } = await aStudentAtWork(db, { row: { state: 'submitted' } })
    await aSubmission(db, row, { submitted_at: now - 3_600_000 })
    const [teacher, stranger] = [await aUser(db, { roles: ['teacher'] }), await aUser(db, { roles: ['teacher'] })]
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    await db
      .updateTable('tasks')
      .set({ due_at: now + 3_600_000, status: 'open' })
      .where('id', '=', task.id)
      .execute()
    const home = (user: { id: number }) => school.as(user, { audience: 'admin', role: 'teacher' })(schoolAdmin.home)
    expect(await home(teacher)).toMatchObject({
      waiting: { total: 1, tasks: [{ task_id: task.id, waiting: 1, reviewed: 0 }] },
      due: { total: 1 },
      checklist: null,
    })
    expect(await home(stranger)).toMatchObject({ waiting: { total: 0, tasks: [] }, due: { total: 0 }, missing: { total: 0 } })
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
    const home = (by: { id: number }, role: 'teacher' | 'assistant') => school.as(by, { audience: 'admin', role })(schoolAdmin.home)
    const done = await aSubmission(db, row, { submitted_at: now - 7_200_000, status: 'reviewed' })
    const review = { submission_id: done.id, enrolment_id: row.id, decision: 'pass' as const, status: 'held' as const, created_at: now }
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

  test('an administrator sees how the server is, and that a job failed', async () => {
    school.app.jobs.every('test.fails', 60, () => Promise.reject(new Error('no ink')))
    await expect(school.app.jobs.run('test.fails')).rejects.toThrow('no ink')
    const state = await asAdmin()(systemAdmin.read)
    expect(state.database).toBe(school.app.database.dialect)
    expect(state.disk.total).toBeGreaterThan(0)
    expect(state.jobs.find(({ name }) => name === 'test.fails')).toMatchObject({ failed_reason: expect.stringContaining('no ink') as string })
    expect(state.findings.map(({ kind }) => kind)).toContain('JOB_FAILING')
    await asAdmin()(systemAdmin.testMail, { to: 'head@school.cn' })
    expect((await asAdmin()(systemAdmin.read)).mail.waiting).toBe(1)
  })
})
