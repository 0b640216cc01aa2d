import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
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
