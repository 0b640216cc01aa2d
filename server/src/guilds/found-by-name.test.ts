import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember, aPersonIn } from './factory.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

test.each(['Élodie', 'Łukasz', 'Ａ组组长', 'Émile_Zola'])(
  'a student of the name %s is found by it as it is written, and by none that only looks like it',
  async (real_name) => {
    const { db } = school.app
    const guild = await aGuild(db)
    for (const name of [real_name, 'Elodie', '组长', 'Émile-Zola']) {
      const { id: user_id } = await aUser(db, { real_name: name, nickname: '同学' })
      await aMember(db, { guild_id: guild.id, user_id, origin: 'school' })
    }
    const teacher = await aPersonIn(db, { guild_id: guild.id, role: 'teacher' })
    const send = school.as(teacher, { audience: 'admin', role: 'teacher' })
    const { list } = await send(guildPeople.members, { guild_id: guild.id, keyword: real_name })
    expect(list.map((one) => one.real_name)).toEqual([real_name])
  },
)
