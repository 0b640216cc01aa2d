import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { categoriesAdmin } from '@tongchuang/contract/categories.admin.ts'
import type { FlagCode } from '@tongchuang/contract/flags.ts'
import { flagsAdmin } from '@tongchuang/contract/flags.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { catalog } from '@tongchuang/contract/catalog.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { reasonOf, refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aCategory, aGuild, aMember } from './factory.ts'
import { saveGuild } from './settings-store.ts'

let school: School
let teacher: { id: number; username: string }
let guild: { id: number; name: string; invite_code: string }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  teacher = await aUser(db(), { roles: ['teacher'] })
  guild = await aGuild(db())
  await aMember(db(), { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
})
afterAll(() => school.close())

const db = () => school.app.db
const staff = (user: { id: number } = teacher, role: 'teacher' | 'assistant' | 'admin' = 'teacher') =>
  school.as(user, { audience: 'admin', role })
const aStudent = async (given: Parameters<typeof aUser>[1] = {}) => {
  const user = await aUser(db(), given)
  await aMember(db(), { guild_id: guild.id, user_id: user.id })
  return user
}
const none = { can_review: false, can_moderate: false, can_admit: false, can_see_grades: false }

test('a teacher makes a guild, whose teacher they are; whoever acts as an assistant may not', async () => {
  const given = { name: '光影摄影公会', hue: 'art', glyph: 'camera', join_policy: 'approval' } as const
  const made = await staff()(guildSettings.create, given)
  expect(made).toMatchObject({
    ...given,
    status: 'active',
    member_count: 0,
    may: { lead: true, admit: true, review: true, moderate: true, teach: true },
  })
  expect((await staff()(guildSettings.list, { keyword: '光影' })).list).toMatchObject([{ id: made.id }])
  expect(await staff()(guildPeople.staff, { guild_id: made.id })).toMatchObject([
    { user_id: teacher.id, role: 'teacher' },
  ])
  const both = await aUser(db(), { roles: ['assistant', 'teacher'] })
  expect(await reasonOf(staff(both, 'assistant')(guildSettings.create, given))).toBe('ROLE')
})

test('a teacher who assists a colleague is offered their own guilds where something new is made, and sees both', async () => {
  const colleagues = await aGuild(db())
  await aMember(db(), { guild_id: colleagues.id, user_id: teacher.id, role: 'assistant' })
  const idsOf = async (leads?: boolean) =>
    (await staff()(guildSettings.list, { ...(leads !== undefined && { leads }) })).list.map(({ id }) => id).toSorted()
  expect(await idsOf(true)).toEqual([guild.id])
  expect(await idsOf()).toEqual([guild.id, colleagues.id].toSorted())
  expect(await idsOf(false)).toEqual(await idsOf())
})

test('a new guild has a flag that no other has, and drawings of what its name says', async () => {
  const given = { hue: 'math', join_policy: 'open' } as const
  const made = []
  for (const name of ['数学一组', '数学二组', '数学三组'])
    made.push(await staff()(guildSettings.create, { ...given, name }))
  expect(made.map(({ subject, glyph }) => `${subject} ${glyph}`)).toEqual(['math sigma', 'math sigma', 'math sigma'])
  expect(new Set(made.map(({ flag }) => flag.split('-').slice(0, 2).join('-'))).size).toBe(3)
})

test('a flag that looks like another one is reported with the name of its guild, and without it if that guild is hidden', async () => {
  const category = await aCategory(db())
  const seen = { flag: 'circle-chief-music', glyph: 'note', category_id: category.id }
  const mine = await aGuild(db(), { category_id: category.id })
  await aMember(db(), { guild_id: mine.id, user_id: teacher.id, role: 'teacher' })
  const choir = await aGuild(db(), { ...seen, name: '合唱团' })
  await aGuild(db(), { ...seen, glyph: 'heart', name: '远处的', category_id: null })
  const alike = (flag: FlagCode, glyph = 'note') => staff()(flagsAdmin.alike, { guild_id: mine.id, flag, glyph })
  expect(await alike('circle-chief-art')).toEqual([{ name: '合唱团', same: true }])
  expect(await alike('circle-half-art')).toEqual([{ name: '合唱团', same: false }])
  expect(await alike('pennant-half-art')).toEqual([])
  expect(await alike('circle-chief-art', 'heart')).toEqual([
    { name: '合唱团', same: false },
    { name: '远处的', same: true },
  ])
  await db().updateTable('guilds').set({ visibility: 'hidden' }).where('id', '=', choir.id).execute()
  expect(await alike('circle-half-art')).toEqual([{ name: '', same: false }])
})

test('the history of a flag has each earlier flag with its date and author, and nothing of other settings', async () => {
  const flags = () => staff()(flagsAdmin.history, { guild_id: guild.id })
  const save = (base_version: number, given: object) =>
    staff()(guildSettings.update, { guild_id: guild.id, base_version, ...given })
  await save(0, { flag: 'pennant-half-lit', motto: '四十一个人，一扇窗。' })
  await save(1, { intro: '改了介绍' })
  await save(2, { hue: 'math' })
  expect(await flags()).toMatchObject([
    { hue: 'math', flag: 'pennant-half-lit' },
    { hue: 'tech', flag: 'pennant-half-lit', motto: '四十一个人，一扇窗。' },
  ])
  expect((await school.as(await aStudent())(catalog.guild, { guild_id: guild.id })).motto).toBe('四十一个人，一扇窗。')
})

test('a flag of unknown parts, a motto that is too long and an unknown subject are refused', async () => {
  const save = (given: object) =>
    reasonOf(staff()(guildSettings.update, { guild_id: guild.id, base_version: 0, ...given } as never))
  for (const flag of ['star-plain-tech', 'shield-plain', 'shield-plain-tech-', '', 'shield-plain-pink'])
    expect(await save({ flag })).toBe('INVALID')
  expect(await save({ motto: '学'.repeat(25) })).toBe('INVALID')
  expect(await save({ subject: 'astrology' })).toBe('INVALID')
})

test('the code to scan leads to the address of the site that the administrator set', async () => {
  await school.app.changeSettings({ base_url: 'https://guild.school.cn' })
  const { invite_code, invite_url } = await staff()(guildSettings.detail, { guild_id: guild.id })
  expect(invite_url).toBe(`https://guild.school.cn/register?invite=${invite_code}`)
  await school.app.changeSettings({ base_url: '' })
})

test('saving settings from an outdated form is refused with CONFLICT and the present settings', async () => {
  const saved = await staff()(guildSettings.update, {
    guild_id: guild.id,
    base_version: 0,
    description: '**拍照**',
    max_doing: 3,
    ranking_mode: 'off',
    capacity: 60,
  })
  expect(saved).toMatchObject({ base_version: 1, max_doing: 3, ranking_mode: 'off', capacity: 60 })
  const late = await refusal(staff()(guildSettings.update, { guild_id: guild.id, base_version: 0, name: '改名' }))
  expect(late).toMatchObject({ reason: 'CONFLICT', data: { theirs: { name: guild.name, base_version: 1 } } })
  const student = await aStudent()
  expect((await school.as(student)(catalog.guild, { guild_id: guild.id })).description_html).toContain(
    '<strong>拍照</strong>',
  )
  await aStudent()
  expect(await reasonOf(staff()(guildSettings.update, { guild_id: guild.id, base_version: 1, capacity: 1 }))).toBe(
    'INVALID',
  )
})

test('a capacity below the present number of students is not saved', async () => {
  await aStudent()
  await aStudent()
  expect(await saveGuild(db(), guild.id, 0, { capacity: 1 })).toBe(false)
  expect(await saveGuild(db(), guild.id, 0, { capacity: 2 })).toBe(true)
})

test('a renamed guild is found by the pinyin of its new name', async () => {
  const student = await aUser(db())
  const found = async (keyword: string) => [
    (await school.as(student)(catalog.guilds, { keyword })).list.map(({ id }) => id),
    (await staff()(guildSettings.list, { keyword })).list.map(({ id }) => id),
  ]
  expect(await found('lvse')).toEqual([[], []])
  await staff()(guildSettings.update, { guild_id: guild.id, base_version: 0, name: '绿色行动' })
  for (const keyword of ['lvse', 'LSXD', 'xing dong'])
    expect(await found(keyword), keyword).toEqual([[guild.id], [guild.id]])
})

test('after a new invite code only the new one lets students in', async () => {
  const { invite_code } = await staff()(guildSettings.renewCode, { guild_id: guild.id })
  expect(invite_code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
  const student = await aUser(db())
  expect(await reasonOf(school.as(student)(guilds.join, { code: guild.invite_code }))).toBe('INVITE')
  expect(await school.as(student)(guilds.join, { code: invite_code })).toMatchObject({ status: 'member' })
})

test('a student made an assistant by an administrator frees the place and can open the admin site', async () => {
  const student = await aStudent({ student_no: '20260101' })
  const admin = staff(await aUser(db(), { roles: ['admin'] }), 'admin')
  const people = await admin(guildPeople.saveStaff, {
    guild_id: guild.id,
    who: '20260101',
    role: 'assistant',
    title: '组长',
    ...none,
    can_review: true,
    can_admit: true,
  })
  expect(people).toMatchObject([
    { role: 'teacher' },
    { user_id: student.id, role: 'assistant', title: '组长', can_review: true, can_moderate: false, can_admit: true },
  ])
  expect(await staff(student, 'assistant')(guildSettings.detail, { guild_id: guild.id })).toMatchObject({
    member_count: 0,
    may: { lead: false, admit: true, teach: false },
  })
  expect(
    await reasonOf(
      staff(student, 'assistant')(guildSettings.update, { guild_id: guild.id, base_version: 0, name: '偷改' }),
    ),
  ).toBe('ROLE')
  expect(
    await reasonOf(
      staff()(guildPeople.saveStaff, { guild_id: guild.id, who: student.username, role: 'teacher', ...none }),
    ),
  ).toBe('INVALID')
  await staff()(guildPeople.removeStaff, { guild_id: guild.id, user_id: student.id })
  expect(await reasonOf(staff(student, 'assistant')(guildSettings.detail, { guild_id: guild.id }))).toBe('ROLE')
})

test('the last teacher of a guild cannot be removed, and a former teacher is NOT_FOUND', async () => {
  const former = await aUser(db(), { roles: ['teacher'] })
  await aMember(db(), { guild_id: guild.id, user_id: former.id, role: 'teacher', status: 'left' })
  expect(await reasonOf(staff()(guildPeople.removeStaff, { guild_id: guild.id, user_id: former.id }))).toBe('NOT_FOUND')
  expect(await reasonOf(staff()(guildPeople.removeStaff, { guild_id: guild.id, user_id: teacher.id }))).toBe(
    'LAST_TEACHER',
  )
  expect(
    await reasonOf(
      staff()(guildPeople.saveStaff, { guild_id: guild.id, who: teacher.username, role: 'assistant', ...none }),
    ),
  ).toBe('LAST_TEACHER')
})

test('of two teachers who remove each other at once one stays', async () => {
  for (let times = 0; times < 5; times += 1) {
    const [one, other] = [await aUser(db(), { roles: ['teacher'] }), await aUser(db(), { roles: ['teacher'] })]
    const { id: guild_id } = await aGuild(db())
    for (const { id } of [one, other]) await aMember(db(), { guild_id, user_id: id, role: 'teacher' })
    const sends = [staff(one), staff(other)]
    for (const send of sends) await send(guildSettings.detail, { guild_id })
    const ended = await Promise.all(
      [other, one].map(({ id }, at) => reasonOf(sends[at]!(guildPeople.removeStaff, { guild_id, user_id: id }))),
    )
    expect(ended.filter((reason) => reason === 'done')).toHaveLength(1)
    const left = await db()
      .selectFrom('guild_members')
      .select('user_id')
      .where('guild_id', '=', guild_id)
      .where('role', '=', 'teacher')
      .execute()
    expect(left).toHaveLength(1)
  }
})

test('members are found by name and number, sorted, removed and let back in', async () => {
  const su = await aStudent({ nickname: '小苏', real_name: '苏晓禾', student_no: '20260211' })
  await aStudent({ nickname: '阿林', real_name: '林雨桐' })
  const find = (given: object = {}) => staff()(guildPeople.members, { guild_id: guild.id, ...given })
  expect((await find({ keyword: '晓禾' })).list).toMatchObject([{ user_id: su.id, student_no: '20260211', level: 1 }])
  expect((await find({ keyword: '0211' })).total).toBe(1)
  const first = await find({ sort: 'name', limit: 1 })
  expect((await find({ sort: 'name', limit: 1, after: first.next! })).list).toHaveLength(1)
  expect(await staff()(guildPeople.remove, { guild_id: guild.id, user_ids: [su.id] })).toEqual({ changed: 1 })
  expect((await find()).total).toBe(1)
  expect((await find({ status: 'removed' })).list).toMatchObject([{ user_id: su.id }])
  expect(await staff()(guildPeople.restore, { guild_id: guild.id, user_ids: [su.id] })).toEqual({
    changed: 1,
    invited: 0,
  })
  expect(await staff()(guildSettings.detail, { guild_id: guild.id })).toMatchObject({ member_count: 2 })
  const stranger = await aUser(db())
  expect(await reasonOf(staff()(guildPeople.restore, { guild_id: guild.id, user_ids: [stranger.id] }))).toBe(
    'NOT_FOUND',
  )
})

test('an announcement is written in Markdown, corrected and removed', async () => {
  const student = await aStudent()
  const { id } = await staff()(announcementsAdmin.save, {
    guild_id: guild.id,
    title: '周五外拍',
    content: '带 **相机**',
  })
  await staff()(announcementsAdmin.save, { guild_id: guild.id, id, base_version: 0, title: '周六外拍' })
  const seen = (await school.as(student)(catalog.classDetail, { guild_id: guild.id })).announcements
  expect(seen).toMatchObject([{ title: '周六外拍', content_html: expect.stringContaining('<strong>相机</strong>') }])
  const other = await aGuild(db())
  await aMember(db(), { guild_id: other.id, user_id: teacher.id, role: 'teacher' })
  expect(await reasonOf(staff()(announcementsAdmin.remove, { guild_id: other.id, id }))).toBe('NOT_FOUND')
  await staff()(announcementsAdmin.remove, { guild_id: guild.id, id })
  expect((await staff()(announcementsAdmin.list, { guild_id: guild.id })).list).toEqual([])
})

test('an administrator keeps categories in two levels; a guild outlives its category', async () => {
  const admin = staff(await aUser(db(), { roles: ['admin'] }), 'admin')
  const words = { hue: 'art', visible: true } as const
  const one = (await admin(categoriesAdmin.save, { name: '艺术', ...words })).at(-1)!
  const two = (await admin(categoriesAdmin.save, { name: '摄影', pid: one.id, ...words })).at(-1)!
  expect(await reasonOf(admin(categoriesAdmin.save, { name: '太深', pid: two.id, ...words }))).toBe('INVALID')
  expect(await reasonOf(admin(categoriesAdmin.save, { id: one.id, pid: two.id, name: '倒过来', ...words }))).toBe(
    'INVALID',
  )
  await staff()(guildSettings.update, { guild_id: guild.id, base_version: 0, category_id: two.id })
  const all = await admin(categoriesAdmin.list)
  expect(all.find(({ id }) => id === two.id)).toMatchObject({ guild_count: 1, pid: one.id })
  const ids = all.map(({ id }) => id).toReversed()
  expect((await admin(categoriesAdmin.arrange, { ids })).map(({ id }) => id)).toEqual(ids)
  const left = await admin(categoriesAdmin.remove, { id: one.id })
  expect(left.find(({ id }) => id === two.id)).toMatchObject({ pid: 0 })
  await admin(categoriesAdmin.remove, { id: two.id })
  expect(await staff()(guildSettings.detail, { guild_id: guild.id })).toMatchObject({ category_id: null, category: '' })
  expect(await reasonOf(staff()(categoriesAdmin.save, { name: '老师加的', ...words }))).toBe('ROLE')
})
