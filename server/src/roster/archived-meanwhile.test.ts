import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guildLists, ledGuild } from '../testing/guild-lists.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/** Archives a guild as soon as the list lets the first people in. */
const archiveMeanwhile = (guild_id: number) => {
  const { app } = school
  const { publish } = app.events
  const archived: Promise<unknown>[] = []
  Object.assign(app.events, {
    publish: (...told: Parameters<typeof publish>) => {
      if (archived.length === 0)
        archived.push(app.db.updateTable('guilds').set({ status: 'archived' }).where('id', '=', guild_id).execute())
      return publish(...told)
    },
  })
  return () => Promise.all(archived)
}

test('a guild that is archived while a list is carried out takes in nobody else, and the list says so of each', async () => {
  const { guild, admin } = await ledGuild(school)
  const { people, members, imported } = guildLists(() => ({ school, guild }))
  const count = 90
  const lines = Array.from({ length: count }, (_, at) => `${2026_0000 + at},学生${at}`)
  const isArchived = archiveMeanwhile(guild.id)
  const done = await imported(admin, ['学号,姓名', ...lines].join('\n'))
  await isArchived()
  const joined = await members()
  expect(joined).toBeGreaterThan(0)
  expect(joined).toBeLessThan(count)
  expect(done).toMatchObject({ state: 'applied', counts: { new: joined, bad: count - joined } })
  // Nobody gets an account without the guild it is for.
  expect(await people()).toHaveLength(joined)
  const { list } = await admin(rosterAdmin.rows, { id: done.id, status: 'bad', limit: 100 })
  expect(new Set(list.map(({ problem }) => problem))).toEqual(new Set(['这个公会已归档']))
})
