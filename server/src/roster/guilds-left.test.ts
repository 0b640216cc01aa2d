import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { taskListsAdmin, termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { anInvitation } from '../guilds/factory.ts'
import { aRobot } from '../guilds/robots/factory.ts'
import { schoolLists } from '../testing/school-lists.ts'
import { testApp, type School } from '../testing/test-app.ts'

// A guild created by a list belongs to whoever leads it afterwards: undoing the list takes nothing from them.

let school: School
let admin: School['send']
let teacher: School['send']
let chen: { id: number }
let guild_id: number
let list: { id: number }

const { checked, apply, undo, guildNames } = schoolLists(() => ({ school, admin }))

beforeEach(async () => {
  school = await testApp()
  const { db } = school.app
  chen = await aUser(db, { username: 'chen', roles: ['teacher'] })
  admin = school.as(await aUser(db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
  teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
  list = await checked('学号,姓名,公会\n01,甲,新社')
  await admin(rosterAdmin.settleGuild, { id: list.id, key: '新社', teacher_id: chen.id, capacity: 30 })
  await apply(list.id)
  guild_id = (await db.selectFrom('guilds').select('id').executeTakeFirstOrThrow()).id
})
afterEach(() => school.close())

test.each<[what: string, use: () => Promise<unknown>]>([
  ['written what it is about', () => teacher(guildSettings.update, { guild_id, base_version: 0, intro: '一起读书' })],
  ['given it a chapter', () => teacher(taskListsAdmin.saveChapter, { guild_id, title: '第一章' })],
  ['set up a robot', () => aRobot(school.app.db, school.app.config.secret, { guild_id })],
  [
    'asked somebody in',
    async () =>
      anInvitation(school.app.db, { guild_id, user_id: (await aUser(school.app.db)).id, invited_by: chen.id }),
  ],
  ['put it into the archive', () => admin(termsAdmin.archiveGuild, { guild_id })],
])('the guild of a list whose teacher has %s stays when the list is taken back, and is named', async (_what, use) => {
  await use()
  expect(await undo(list.id)).toMatchObject({ state: 'undone', left: [], guilds_left: ['新社'] })
  expect(await guildNames()).toEqual(['新社'])
})

test('a guild in which its teacher has done nothing goes with the list that made it', async () => {
  expect(await undo(list.id)).toMatchObject({ state: 'undone', left: [], guilds_left: [] })
  expect(await guildNames()).toEqual([])
})
