import type { Input } from '@tongchuang/contract/call.ts'
import { bannersAdmin } from '@tongchuang/contract/banners.admin.ts'
import { banners } from '@tongchuang/contract/banners.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { aFile } from '../files/factory.ts'
import { fileRoutes } from '../files/routes.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aBanner } from './factory.ts'
import { bannerAdminRoutes } from './routes.admin.ts'
import { bannerRoutes } from './routes.ts'

let school: School
beforeEach(async () => {
  school = await testApp({ authenticate, features: [fileRoutes, bannerRoutes, bannerAdminRoutes] })
})
afterEach(() => school.close())

test('a student sees what is shown now, for everybody or for a guild of theirs, heaviest first', async () => {
  const { db } = school.app
  const now = school.clock.now()
  const [student, mine, other] = [await aUser(db), await aGuild(db), await aGuild(db)]
  await aMember(db, { guild_id: mine.id, user_id: student.id })
  await aBanner(db, {
    title: '给大家',
    begin_at: now,
    end_at: now + 1,
    subtitle: '副',
    link: '/square/index',
    link_text: '去看看',
    art: 'kite',
  })
  await aBanner(db, { title: '我的公会', guild_id: mine.id, weigh: 9 })
  await aBanner(db, { title: '别的公会', guild_id: other.id })
  await aBanner(db, { title: '还没开始', begin_at: now + 1 })
  await aBanner(db, { title: '刚结束', end_at: now })
  await aBanner(db, { title: '收起来了', visible: false })
  const shown = await school.as(student)(banners.active, {})
  expect(shown.map(({ title }) => title)).toEqual(['我的公会', '给大家'])
  expect(shown[1]).toMatchObject({
    subtitle: '副',
    image: 'kite',
    alt: '一张画',
    link: '/square/index',
    link_text: '去看看',
    begin: new Date(now).toISOString(),
  })
  await db.updateTable('guild_members').set({ status: 'left' }).execute()
  expect((await school.as(student)(banners.active, {})).map(({ title }) => title)).toEqual(['给大家'])
})

test('a banner with a picture carries a link of the reader’s own', async () => {
  const { db } = school.app
  const [teacher, student] = [await aUser(db, { roles: ['teacher'] }), await aUser(db)]
  const file = await aFile(db, { owner_id: teacher.id, name: 'a.png', purpose: 'banner' })
  await aBanner(db, { image_file_id: file.id })
  const [banner] = await school.as(student)(banners.active, {})
  expect(banner!.image).toMatch(new RegExp(`^/api/files/${file.id}\\?signature=p\\.${student.id.toString(36)}\\.`))
})

type Sent = Input<typeof bannersAdmin.save>
const asAdmin = (person: { id: number }) => school.as(person, { audience: 'admin', role: 'admin' })
/** Why a call is refused. */
const written: Sent = {
  title: '运动会',
  image_file_id: null,
  art: 'flags',
  alt: '一排旗子',
  guild_id: null,
  begin_at: null,
  end_at: null,
  visible: true,
}

test('what an administrator writes is on the square of those it is for, the newest first until they are arranged', async () => {
  const { db } = school.app
  const now = school.clock.now()
  const [admin, student, guild] = [
    await aUser(db, { roles: ['admin'] }),
    await aUser(db),
    await aGuild(db, { name: '机器人' }),
  ]
  const [save, see] = [asAdmin(admin), school.as(student)]
  await save(bannersAdmin.save, {
    ...written,
    subtitle: '下周五',
    link: '/works/index',
    link_text: ' 去看看 ',
    end_at: new Date(now + 1).toISOString(),
  })
  const list = await save(bannersAdmin.save, { ...written, title: '只给公会', guild_id: guild.id })
  expect(list.map(({ title, guild: name, state }) => [title, name, state])).toEqual([
    ['只给公会', '机器人', 'shown'],
    ['运动会', '', 'shown'],
  ])
  expect(await see(banners.active, {})).toMatchObject([
    { title: '运动会', subtitle: '下周五', image: 'flags', alt: '一排旗子', link_text: ' 去看看 ' },
  ])
  await aMember(db, { guild_id: guild.id, user_id: student.id })
  expect((await see(banners.active, {})).map(({ title }) => title)).toEqual(['只给公会', '运动会'])
  await save(bannersAdmin.arrange, { ids: list.map(({ id }) => id).reverse() })
  expect((await see(banners.active, {})).map(({ title }) => title)).toEqual(['运动会', '只给公会'])
  await save(bannersAdmin.save, { ...written, id: list[0]!.id, title: '收起来', visible: false })
  expect((await see(banners.active, {})).map(({ title }) => title)).toEqual(['运动会'])
  await save(bannersAdmin.remove, { id: list[1]!.id })
  expect(await see(banners.active, {})).toEqual([])
  expect(await save(bannersAdmin.list, {})).toMatchObject([
    { title: '收起来', state: 'hidden', guild_id: null, link: '' },
  ])
})

test('a banner takes the picture its writer uploaded for it, and another administrator may keep it', async () => {
  const { db } = school.app
  const [admin, other] = [await aUser(db, { roles: ['admin'] }), await aUser(db, { roles: ['admin'] })]
  const mine = await aFile(db, { owner_id: admin.id, name: 'a.png', kind: 'image', purpose: 'banner' })
  const forTask = await aFile(db, { owner_id: admin.id, name: 'a.png', kind: 'image', purpose: 'task' })
  const [banner] = await asAdmin(admin)(bannersAdmin.save, { ...written, image_file_id: mine.id })
  expect(banner!.image).toMatch(new RegExp(`^/api/files/${mine.id}\\?`))
  expect(await reasonOf(asAdmin(other)(bannersAdmin.save, { ...written, image_file_id: mine.id }))).toBe('FILE')
  expect(await reasonOf(asAdmin(admin)(bannersAdmin.save, { ...written, image_file_id: forTask.id }))).toBe('FILE')
  expect(
    await asAdmin(other)(bannersAdmin.save, { ...written, id: banner!.id, title: '改了', image_file_id: mine.id }),
  ).toMatchObject([{ title: '改了' }])
})

test('two administrators who change different things of one banner both find theirs on it', async () => {
  const { db } = school.app
  const [one, two] = [await aUser(db, { roles: ['admin'] }), await aUser(db, { roles: ['admin'] })]
  const end_at = new Date(school.clock.now() + 3_600_000).toISOString()
  const [made] = await asAdmin(one)(bannersAdmin.save, {
    ...written,
    link: '/works/index',
    link_text: '去看看',
    end_at,
  })
  await asAdmin(one)(bannersAdmin.save, { id: made!.id, title: '运动会改期' })
  const list = await asAdmin(two)(bannersAdmin.save, { id: made!.id, visible: false })
  expect(list).toMatchObject([
    { ...written, title: '运动会改期', visible: false, link: '/works/index', link_text: '去看看', end_at },
  ])
  expect(await reasonOf(asAdmin(two)(bannersAdmin.save, { id: made!.id, link: '' }))).toBe('INVALID')
  expect(await asAdmin(two)(bannersAdmin.save, { id: made!.id, end_at: null })).toMatchObject([{ end_at: null }])
  for (const lacking of ['title', 'art', 'alt'] as const)
    expect(await reasonOf(asAdmin(two)(bannersAdmin.save, { ...written, [lacking]: undefined }))).toBe('INVALID')
})

const wrong: [what: string, given: Partial<Sent>][] = [
  ['a link that is a program', { link: 'javascript:alert(1)', link_text: '点我' }],
  ['a link without words', { link: '/works/index' }],
  ['words without a link', { link_text: '点我' }],
  ['an end before its beginning', { begin_at: '2026-12-03T14:00:00.000Z', end_at: '2026-12-03T14:00:00.000Z' }],
  ['no words for those who do not see it', { alt: ' ' }],
]

test('a banner that could not be shown as it is meant is refused, and nothing is kept', async () => {
  const admin = await aUser(school.app.db, { roles: ['admin'] })
  for (const [what, given] of wrong)
    expect(await reasonOf(asAdmin(admin)(bannersAdmin.save, { ...written, ...given })), what).toBe('INVALID')
  expect(await asAdmin(admin)(bannersAdmin.list, {})).toEqual([])
})

test('a teacher who is no administrator has nothing to do with banners', async () => {
  const teacher = await aUser(school.app.db, { roles: ['teacher'] })
  expect(await reasonOf(school.as(teacher, { audience: 'admin', role: 'teacher' })(bannersAdmin.list, {}))).toBe('ROLE')
})
