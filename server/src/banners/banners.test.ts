import { banners } from '@tongchuang/contract/banners.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { aFile } from '../files/factory.ts'
import { fileRoutes } from '../files/routes.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aBanner } from './factory.ts'
import { bannerRoutes } from './routes.ts'
import { safeLink } from './rules.ts'

let school: School
beforeEach(async () => {
  school = await testApp({ authenticate, features: [fileRoutes, bannerRoutes] })
})
afterEach(() => school.close())

test('a student sees what is shown now, for everybody or for a guild of theirs, heaviest first', async () => {
  const { db } = school.app
  const now = school.clock.now()
  const [student, mine, other] = [await aUser(db), await aGuild(db), await aGuild(db)]
  await aMember(db, { guild_id: mine.id, user_id: student.id })
  await aBanner(db, { title: '给大家', begin_at: now, end_at: now + 1, subtitle: '副', link: '/square/index', link_text: '去看看', art: 'kite' })
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

test.each([
  ['/square/index?a=1', true],
  ['https://school.cn/a', true],
  ['http://school.cn', true],
  ['//evil.cn', false],
  ['/\\evil.cn', false],
  ['/\t/evil.cn', false],
  ['javascript:alert(1)', false],
  ['JAVASCRIPT:alert(1)', false],
  ['data:text/html,x', false],
  ['https://you@evil.cn', false],
  ['square', false],
])('the link %s is shown: %s', (link, isShown) => {
  expect(safeLink(link)).toBe(isShown ? link : '')
})
