import type { Db } from '../../db/schema.ts'
import { listCards, type Viewer } from './cards.ts'

/**
 * The tasks a student gains by reaching new levels: their required level is among these, and nothing else prevents
 * accepting them.
 */
export const openedBy = async (db: Db, viewer: Viewer, levels: { above: number; upTo: number }) => {
  const cards = await listCards(db, viewer, null)
  return cards
    .filter(
      ({ task, state }) => task.min_level > levels.above && task.min_level <= levels.upTo && state === 'available',
    )
    .map(({ task: { id, guild_id, title } }) => ({ id, guild_id, title }))
}
