import { studentTask } from '@tongchuang/contract/student-task.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aChapter } from '../tasks/factory.ts'
import { inOrder, studentTasks } from '../testing/student-tasks.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let guild: { id: number }
let student: { id: number }

const { everyKind } = studentTasks(() => ({ school, guild, student }))

beforeEach(async () => {
  school = await testApp()
  const { db } = school.app
  student = await aUser(db)
  guild = await aGuild(db, { subject: 'physics', hue: 'music' })
  await aMember(db, { guild_id: guild.id, user_id: student.id })
  await everyKind()
})
afterEach(() => school.close())

/** Puts two of every three tasks into chapters, the later tasks first; the rest stay without one. */
const inChapters = async (): Promise<void> => {
  const { db } = school.app
  const chapters = [await aChapter(db, { guild_id: guild.id }), await aChapter(db, { guild_id: guild.id })]
  const all = await db.selectFrom('tasks').select('id').where('guild_id', '=', guild.id).orderBy('id').execute()
  for (const [at, { id }] of all.entries()) {
    const chapter_id = at % 3 === 2 ? null : (chapters[at % 3]?.id ?? null)
    await db.updateTable('tasks').set({ chapter_id, sort_order: -at }).where('id', '=', id).execute()
  }
}

type Card = Output<typeof tasks.listByGuild>['list'][number]

const cardOf = (page: Output<typeof studentTask.detail>, like: Card) =>
  Object.fromEntries(Object.keys(like).map((key) => [key, page.task[key as keyof Card]]))

const pagesOfAll = async () => {
  const send = school.as(student)
  const { list } = await send(tasks.listByGuild, { guild_id: guild.id, limit: 50 })
  const { groups } = await send(studentTask.menu, { guild_id: guild.id })
  const order = groups.flatMap(({ children }) => children.map(({ id }) => id))
  const pages = await Promise.all(
    list.map(async (card) => ({ card, page: await send(studentTask.detail, { id: card.id }) })),
  )
  return { order, pages }
}

test.each([
  ['of a guild without chapters', async () => {}],
  ['of a guild with chapters', inChapters],
])('the page of each task %s says what its card says, and leads on as the map goes', async (_, arrange) => {
  await arrange()
  const { order, pages } = await pagesOfAll()
  expect(pages.map(({ card }) => card.title).toSorted()).toEqual(inOrder.toSorted())
  for (const { card, page } of pages) {
    const at = order.indexOf(card.id)
    expect(cardOf(page, card)).toEqual(card)
    expect([page.prev_id, page.next_id]).toEqual([order[at - 1] ?? null, order[at + 1] ?? null])
  }
})
