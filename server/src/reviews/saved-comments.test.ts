import { criteriaSetsAdmin } from '@tongchuang/contract/criteria-sets.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const { waiting } = reviewing(() => ({ school }))

test('a reviewer keeps sight of their own saved comments, however many colleagues share in the guild', async () => {
  const { review, guild } = await waiting()
  const { db } = school.app
  const own = await review(reviewToolsAdmin.addComment, { text: '补上数据来源' })
  for (const colleague of [await aUser(db), await aUser(db)])
    await db
      .insertInto('saved_comments')
      .values(
        Array.from({ length: 60 }, (_, at) => ({
          ...{ user_id: colleague.id, guild_id: guild.id, text: `评语${at}`, created_at: school.clock.now() },
        })),
      )
      .execute()
  const seen = await review(reviewToolsAdmin.comments, { guild_id: guild.id })
  expect(seen.filter(({ mine }) => mine).map(({ id }) => id)).toEqual([own.id])
  expect(seen).toHaveLength(101)
})

test('what a dismissed teacher changes of her saved comments and criteria leaves the guild that she shared it with', async () => {
  const { review, guild, teacher } = await waiting()
  const { db } = school.app
  const colleague = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: colleague.id, role: 'teacher' })
  const there = school.as(colleague, { audience: 'admin', role: 'teacher' })
  const comment = await review(reviewToolsAdmin.addComment, { text: '补上数据来源', guild_id: guild.id })
  const criteria = [{ label: '过程', description: '', level_words: [] }]
  const set = await review(criteriaSetsAdmin.create, { title: '实验报告', criteria, guild_id: guild.id })
  const change = async (word: string) => [
    await review(reviewToolsAdmin.changeComment, { id: comment.id, text: word }),
    await review(criteriaSetsAdmin.update, { id: set.id, title: word }),
  ]
  const read = async () => [
    ...(await there(reviewToolsAdmin.comments, { guild_id: guild.id })).map(({ text }) => text),
    ...(await there(criteriaSetsAdmin.list, { guild_id: guild.id })).map(({ title }) => title),
  ]
  await change('写明出处')
  expect(await read()).toEqual(['写明出处', '写明出处'])
  await there(guildPeople.removeStaff, { guild_id: guild.id, user_id: teacher.id })
  expect(await change('你们真笨')).toMatchObject([{ guild_id: null }, { guild_id: null }])
  expect(await read()).toEqual([])
})
