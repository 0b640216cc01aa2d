import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from './accounts/factory.ts'
import { aGuild } from './guilds/factory.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { reasonOf } from './testing/refusal.ts'
import { testApp, type School } from './testing/test-app.ts'

let school: School
let admin: Send
let guild: { id: number }
beforeAll(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db)
  admin = school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
})
afterAll(() => school.close())

const saves: [what: string, save: (version: number) => Promise<unknown>][] = [
  ['a guild', (base_version) => admin(guildSettings.update, { guild_id: guild.id, base_version, motto: '一起学' })],
  [
    'a setting',
    (share_approval) =>
      admin(settingsAdmin.change, { settings: { share_approval: true }, versions: { share_approval } }),
  ],
  [
    'an announcement',
    async (base_version) => {
      const { id } = await admin(announcementsAdmin.save, { guild_id: guild.id, title: '停课', content: '下周补。' })
      return admin(announcementsAdmin.save, { guild_id: guild.id, id, title: '照常上课', base_version })
    },
  ],
]

test.each(saves)('saving %s with a version larger than any stored one is refused', async (_what, save) => {
  for (const version of [2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER])
    expect(await reasonOf(save(version))).toBe('INVALID')
  expect(await reasonOf(save(2 ** 31 - 2))).toBe('CONFLICT')
})
