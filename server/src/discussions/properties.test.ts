import { discussions } from '@tongchuang/contract/discussions.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { totals, wrongTotals } from '../ledger/store.ts'
import { aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { walksOf } from '../testing/test-database.ts'
import { aPost } from './factory.ts'
import { discussionRoutes } from './routes.ts'

let school: School
beforeAll(async () => {
  school = await testApp({ authenticate, features: [discussionRoutes] })
})
afterAll(() => school.close())

const steps = fc.array(fc.record({ fan: fc.nat(2), act: fc.constantFrom('like', 'unlike', 'delete', 'undo') }), {
  minLength: 1,
  maxLength: 15,
})

test('whatever is liked, taken back, deleted and brought back: counts are the rows there are, and experience the likes that hold', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const task = await aTask(db, { guild_id: guild.id })
  const fans = await Promise.all([1, 2, 3].map(() => aUser(db)))
  for (const fan of fans) await aMember(db, { guild_id: guild.id, user_id: fan.id })
  const sends = fans.map((fan) => school.as(fan))
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const author = await aUser(db)
      await aMember(db, { guild_id: guild.id, user_id: author.id })
      const post = await aPost(db, task, { user_id: author.id, content: '短' })
      const about = { discussion_id: post.id }
      const own = school.as(author)
      let isDeleted = false
      const liked = new Set<number>()
      for (const { fan, act } of walk) {
        if (act === 'delete' || act === 'undo') {
          isDeleted = act === 'delete'
          await own(discussions.remove, { ...about, undo: act === 'undo' })
          continue
        }
        const outcome = await sends[fan]!(discussions[act], about).catch((error: { reason?: string }) => error.reason)
        expect(outcome === 'NOT_FOUND').toBe(isDeleted)
        if (isDeleted) continue
        if (act === 'like') liked.add(fan)
        else liked.delete(fan)
        expect(outcome).toEqual({ liked: act === 'like', like_count: liked.size })
      }
      const row = await db
        .selectFrom('discussions')
        .select(['like_count', 'heat', 'deleted_at'])
        .where('id', '=', post.id)
        .executeTakeFirstOrThrow()
      expect([row.like_count, row.heat, row.deleted_at !== null]).toEqual([liked.size, liked.size, isDeleted])
      // Restoring a post counts as the first activity of the day.
      const active = walk.some(({ act }, at) => act === 'undo' && walk.slice(0, at).some((one) => one.act === 'delete'))
        ? 1
        : 0
      const { experience } = await totals(db, author.id)
      expect([liked.size, liked.size + active]).toContain(experience)
      const { discussion_count } = await db
        .selectFrom('tasks')
        .select('discussion_count')
        .where('id', '=', task.id)
        .executeTakeFirstOrThrow()
      const shown = await db
        .selectFrom('discussions')
        .select('id')
        .where('task_id', '=', task.id)
        .where('deleted_at', 'is', null)
        .execute()
      expect(discussion_count).toBe(shown.length)
    }),
    { numRuns: walksOf(15) },
  )
  expect(await wrongTotals(db)).toEqual([])
})
