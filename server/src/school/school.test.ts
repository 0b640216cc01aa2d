import { auditAdmin } from '@tongchuang/contract/audit.admin.ts'
import type { Call } from '@tongchuang/contract/call.ts'
import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { systemAdmin } from '@tongchuang/contract/system.admin.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { servedCalls } from '../http/all-calls.ts'
import { isAudited } from '../http/audit.ts'
import { settingsFor } from '../settings.ts'
import { reasonOf, refusal } from '../testing/refusal.ts'
import { sampleInput } from '../testing/sample.ts'
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
        payload: sampleInput(call),
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
    // A setting that shows less needs no confirmation.
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
