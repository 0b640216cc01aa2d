import type { Input, Output } from '@tongchuang/contract/call.ts'
import type { studentTask } from '@tongchuang/contract/student-task.ts'
import type { App } from '../app-services.ts'
import type { Person } from '../http/session.ts'
import { listCards } from '../tasks/student/cards.ts'
import { filterCards, groupsOf, tabsOf, wholeChapters } from '../tasks/student/lists.ts'
import { findMap } from './store.ts'

/** The map of a guild’s tasks for one of its members. */
export const showMap = async (
  app: App,
  { guild_id, type }: Input<typeof studentTask.menu>,
  { user_id, now, language }: Person,
): Promise<Output<typeof studentTask.menu>> => {
  const { db } = app
  const { timezone: zone, levels } = await app.settings()
  const cards = await listCards(db, { user_id, now, zone, levels }, guild_id)
  const { chapters, excellent, behind, seen } = await findMap(db, user_id, guild_id)
  // A chapter seen as finished stays finished: a task added later does not take its badge away.
  const earned = { excellent, chapters: new Map([...seen, ...wholeChapters(cards, behind)]) }
  return { tabs: tabsOf(cards), groups: groupsOf(filterCards(cards, { type }), chapters, language, earned) }
}
