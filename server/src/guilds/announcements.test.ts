import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { catalog } from '@tongchuang/contract/catalog.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { publish } from './announce.ts'
import { listDueAnnouncements } from './announcements-store.ts'
import { aGuild, aMember } from './factory.ts'

let school: School
let guild: { id: number }
let teacher: { id: number }
let students: { id: number }[]
beforeEach(async () => {
  school = await testApp()
  const { db } = school.app
  guild = await aGuild(db, { name: '数学建模组' })
  teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  students = [await aUser(db), await aUser(db)]
  for (const { id: user_id } of students) await aMember(db, { guild_id: guild.id, user_id })
})
afterEach(() => school.close())

const staff = () => school.as(teacher, { audience: 'admin', role: 'teacher' })
const announce = (title: string, more: object = {}) =>
  staff()(announcementsAdmin.save, { guild_id: guild.id, title, content: '带 **相机**', ...more })
const read = async (student = students[0]!) =>
  (await school.as(student)(catalog.classDetail, { guild_id: guild.id })).announcements
const told = async (student = students[0]!) =>
  (await school.as(student)(messages.list, { type: 'notice' })).list.map(({ content }) => content)
const inAnHour = () => new Date(school.clock.now() + 3_600_000).toISOString()

test('an announcement that goes out at once is read and told to every member, once, by the title it has now', async () => {
  expect(await staff()(announcementsAdmin.reach, { guild_id: guild.id })).toEqual({
    members: 2,
    mail: 0,
    groups: 0,
    pinned: null,
  })
  const { id } = await announce('周六外拍')
  for (const student of students) expect(await told(student)).toEqual(['周六外拍'])
  // A student may open the message when newer announcements stand above.
  const [{ link } = { link: null }] = (await school.as(students[0]!)(messages.list, { type: 'notice' })).list
  expect(link).toBe(paths.announcement({ id: guild.id, name: '数学建模组', announcement: id }))
  await announce('周六外拍，改到九点', { id, base_version: 0 })
  await school.app.jobs.run('announcements.publish')
  expect(await told()).toEqual(['周六外拍，改到九点'])
  expect((await read()).map(({ title }) => title)).toEqual(['周六外拍，改到九点'])
})

test('an announcement that notifies nobody can be read and sends no message', async () => {
  await announce('值日表', { tells: false })
  expect(await told()).toEqual([])
  expect(await read()).toHaveLength(1)
})

test('an announcement with a time is shown and sent at that time by the school’s clock, and not before', async () => {
  await announce('明天汇报', { publish_at: inAnHour() })
  await school.app.jobs.run('announcements.publish')
  expect([await read(), await told()]).toEqual([[], []])
  expect((await staff()(announcementsAdmin.list, { guild_id: guild.id })).list[0]).toMatchObject({ published_at: null })
  school.clock.move(3_600_000)
  await school.app.jobs.run('announcements.publish')
  await school.app.jobs.run('announcements.publish')
  expect(await told()).toEqual(['明天汇报'])
  expect(await read()).toHaveLength(1)
})

test('a time in the past is refused, and so is a time for an announcement that is already published', async () => {
  await expect(announce('昨天', { publish_at: '2026-10-11T00:00:00.000Z' })).rejects.toMatchObject({
    reason: 'INVALID',
  })
  const { id } = await announce('今天')
  await expect(announce('今天', { id, base_version: 0, publish_at: inAnHour() })).rejects.toMatchObject({
    reason: 'INVALID',
  })
})

test('an announcement postponed, changed or removed as its time comes is published as it is then', async () => {
  const { db } = school.app
  const off = await announce('明天汇报', { publish_at: inAnHour() })
  const changed = await announce('带相机', { publish_at: inAnHour() })
  const gone = await announce('不用来了', { publish_at: inAnHour() })
  school.clock.move(3_600_000)
  const now = school.clock.now()
  const due = await listDueAnnouncements(db, now, 50)
  await announce('后天汇报', { id: off.id, base_version: 0, publish_at: inAnHour() })
  await announce('带三脚架', { id: changed.id, base_version: 0 })
  await staff()(announcementsAdmin.remove, { guild_id: guild.id, id: gone.id })
  for (const row of due) await db.transaction().execute((db) => publish(db, row, now))
  expect(await told()).toEqual(['带三脚架'])
  expect((await read()).map(({ title }) => title)).toEqual(['带三脚架'])
  school.clock.move(3_600_000)
  await school.app.jobs.run('announcements.publish')
  expect((await told()).toSorted()).toEqual(['后天汇报', '带三脚架'].toSorted())
})

test('a teacher who postpones an announcement as it is published either postpones it or is refused', async () => {
  const { db } = school.app
  const { id } = await announce('明天汇报', { publish_at: inAnHour() })
  school.clock.move(3_600_000)
  const [put] = await Promise.allSettled([
    announce('后天汇报', { id, base_version: 0, publish_at: inAnHour() }),
    school.app.jobs.run('announcements.publish'),
  ])
  const row = await db.selectFrom('announcements').select('published_at').where('id', '=', id).executeTakeFirst()
  expect(row?.published_at === null).toBe(put.status === 'fulfilled')
})

test('what a teacher who was removed had still to announce waits for those who stay', async () => {
  const { db } = school.app
  const colleague = await aUser(db, { roles: ['teacher'], nickname: '王老师' })
  await aMember(db, { guild_id: guild.id, user_id: colleague.id, role: 'teacher' })
  const left = await announce('换了群号，请加我', { publish_at: inAnHour() })
  await announce('明天汇报', { publish_at: inAnHour() })
  const asColleague = school.as(colleague, { audience: 'admin', role: 'teacher' })
  await asColleague(guildPeople.removeStaff, { guild_id: guild.id, user_id: teacher.id })
  const { list } = await asColleague(announcementsAdmin.list, { guild_id: guild.id })
  expect(list.map(({ waits }) => waits)).toEqual([true, true])
  const [{ id, base_version } = left] = list
  const [at, save] = [inAnHour(), { guild_id: guild.id, id, base_version }]
  const taken = await asColleague(announcementsAdmin.save, { ...save, publish_at: at })
  expect(taken).toMatchObject({ waits: false, author: '王老师' })
  school.clock.move(3_600_000)
  await school.app.jobs.run('announcements.publish')
  expect(await told()).toEqual(['明天汇报'])
  // Its time is over: mending a word alone does not announce it.
  const wrong = { guild_id: guild.id, id: left.id, base_version: 0, title: '换了群号' }
  expect(await asColleague(announcementsAdmin.save, wrong)).toMatchObject({ waits: true, published_at: null })
  await asColleague(announcementsAdmin.save, { ...wrong, base_version: 1, publish_at: null })
  expect((await told()).toSorted()).toEqual(['换了群号', '明天汇报'].toSorted())
})

test('a scheduled announcement of an archived guild is not published', async () => {
  await announce('明天汇报', { publish_at: inAnHour() })
  await school.app.db.updateTable('guilds').set({ status: 'archived' }).where('id', '=', guild.id).execute()
  school.clock.move(3_600_000)
  await school.app.jobs.run('announcements.publish')
  expect(await told()).toEqual([])
})

test('an announcement on top comes first and replaces the earlier one on top', async () => {
  await announce('这学期的安排', { pinned: true, pinned_until: inAnHour() })
  school.clock.move(1_000)
  await announce('补数据')
  expect((await read()).map(({ title, pinned }) => [title, pinned])).toEqual([
    ['这学期的安排', true],
    ['补数据', false],
  ])
  expect((await staff()(announcementsAdmin.reach, { guild_id: guild.id })).pinned?.title).toBe('这学期的安排')
  school.clock.move(1_000)
  await announce('汇报', { pinned: true })
  expect((await read()).map(({ title, pinned }) => [title, pinned])).toEqual([
    ['汇报', true],
    ['补数据', false],
    ['这学期的安排', false],
  ])
})

test('a scheduled announcement on top replaces the earlier one only once it is published', async () => {
  await announce('这学期的安排', { pinned: true })
  await announce('汇报', { pinned: true, publish_at: inAnHour() })
  expect((await read())[0]).toMatchObject({ title: '这学期的安排', pinned: true })
  school.clock.move(3_600_000)
  await school.app.jobs.run('announcements.publish')
  expect((await read()).map(({ title, pinned }) => [title, pinned])).toEqual([
    ['汇报', true],
    ['这学期的安排', false],
  ])
})

test('each member who has seen an announcement is counted once, and strangers and former members are not', async () => {
  const { id } = await announce('周六外拍')
  const send = school.as(students[0]!)
  await send(guilds.sawAnnouncements, { guild_id: guild.id, ids: [id] })
  await send(guilds.sawAnnouncements, { guild_id: guild.id, ids: [id] })
  expect((await staff()(announcementsAdmin.list, { guild_id: guild.id })).list[0]).toMatchObject({ seen: 1 })
  expect((await read())[0]).toMatchObject({ seen: true })
  const stranger = await aUser(school.app.db)
  await expect(school.as(stranger)(guilds.sawAnnouncements, { guild_id: guild.id, ids: [id] })).rejects.toMatchObject({
    reason: 'NOT_FOUND',
  })
  // A former member who has seen it is no longer counted among those it is sent to.
  await send(guilds.leave, { guild_id: guild.id })
  expect((await staff()(announcementsAdmin.list, { guild_id: guild.id })).list[0]).toMatchObject({ seen: 0 })
})

test('an announcement taken back within ten minutes loses its messages, and those who saw it read its title only', async () => {
  const { id } = await announce('发错了')
  await school.as(students[0]!)(guilds.sawAnnouncements, { guild_id: guild.id, ids: [id] })
  school.clock.move(9 * 60_000)
  await staff()(announcementsAdmin.takeBack, { guild_id: guild.id, id })
  expect(await read()).toMatchObject([{ title: '发错了', taken_back: true, content_html: '' }])
  expect(await read(students[1]!)).toEqual([])
  for (const student of students) expect(await told(student)).toEqual([])
})

test('after ten minutes an announcement cannot be taken back', async () => {
  const { id } = await announce('周六外拍')
  school.clock.move(10 * 60_000)
  await expect(staff()(announcementsAdmin.takeBack, { guild_id: guild.id, id })).rejects.toMatchObject({
    reason: 'TOO_LATE',
  })
  expect(await told()).toEqual(['周六外拍'])
})

test('of two teachers who change an announcement the second gets CONFLICT and undoes nothing of the first', async () => {
  const { id, base_version } = await announce('周六外拍', { pinned: true, takes_replies: true })
  const change = (more: object) => staff()(announcementsAdmin.save, { guild_id: guild.id, id, ...more })
  expect(await change({ base_version, content: '带 **三脚架**', pinned: false })).toMatchObject({ title: '周六外拍' })
  await expect(change({ base_version, title: '周日外拍' })).rejects.toMatchObject({
    reason: 'CONFLICT',
    data: { theirs: { title: '周六外拍', content: '带 **三脚架**', base_version: base_version + 1 } },
  })
  const saved = await change({ base_version: base_version + 1, title: '周日外拍' })
  const kept = { title: '周日外拍', content: '带 **三脚架**', pinned: false, takes_replies: true }
  expect(saved).toMatchObject({ ...kept, content_html: expect.stringContaining('<strong>三脚架</strong>') })
  await expect(change({ title: '不知从哪一版改的' })).rejects.toMatchObject({ data: { field: 'base_version' } })
  const race = ['甲', '乙'].map((title) => change({ base_version: base_version + 2, title }))
  const outcomes = await Promise.allSettled(race)
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a new announcement without a title or without words is refused', async () => {
  const write = (words: object) => staff()(announcementsAdmin.save, { guild_id: guild.id, ...words })
  await expect(write({ content: '带相机' })).rejects.toMatchObject({ data: { field: 'title' } })
  await expect(write({ title: '周六外拍' })).rejects.toMatchObject({ data: { field: 'content' } })
})
