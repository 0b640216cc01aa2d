// @vitest-environment happy-dom
import { reviewSetsAdmin } from '@tongchuang/contract/review-sets.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { expect, test } from 'vitest'
import { MOST_LISTED, useHeld } from './use-held.ts'

const listed = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: at + 1, guild_id: 1, set_id: at === 0 ? 5 : null, title: '', due_at: null, waiting: 1, held: 2 },
  }))

/** What the page says is held, with so many tasks in the summary. */
const heldOf = async (of: { task_id?: number; set_id?: number }, tasks: number) => {
  const asked: string[] = []
  connect(async ({ path }) => {
    asked.push(path)
    const classes = [
      { scored: 3, returning: 1, archived: false },
      { scored: 9, returning: 0, archived: true },
    ]
    return { code: 1, msg: '', time: 0, data: path === reviewsAdmin.release.path ? { people: 7 } : { classes } }
  })
  const Held = () => <b>{useHeld({ tasks: listed(tasks) }, { task_id: of.task_id, set_id: of.set_id }).held}</b>
  const page = await openPage(<Held />)
  await page.doing(() => new Promise((resolve) => setTimeout(resolve, 10)))
  const shown = Number(page.all('b')[0]?.textContent)
  await page.close()
  return { shown, asked }
}

test('a teacher of a school with hundreds of tasks releases the results of one that the summary has no room for', async () => {
  expect(await heldOf({ task_id: 900 }, MOST_LISTED)).toEqual({ shown: 7, asked: [reviewsAdmin.release.path] })
  expect(await heldOf({ set_id: 5 }, MOST_LISTED)).toEqual({ shown: 4, asked: [reviewSetsAdmin.standing.path] })
})

test('a teacher whose tasks all fit into the summary reads its numbers, and nothing else is asked', async () => {
  expect(await heldOf({ task_id: 2 }, 3)).toEqual({ shown: 2, asked: [] })
  expect(await heldOf({ task_id: 900 }, 3)).toEqual({ shown: 0, asked: [] })
  expect(await heldOf({ set_id: 5 }, 3)).toEqual({ shown: 2, asked: [] })
  expect(await heldOf({}, MOST_LISTED)).toEqual({ shown: 0, asked: [] })
})
