import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { useState } from 'react'

type Seen = { of: string; cards: readonly GuildCard[] }

/**
 * Splits a list into the user's guilds and the others, each where it first appeared: a guild that is joined stays among
 * the others until the page or the search changes; otherwise the next guild's button would slide under the pointer.
 */
export const useStaying = (list: readonly GuildCard[], of: string): { mine: GuildCard[]; others: GuildCard[] } => {
  const [seen, setSeen] = useState<Seen>({ of, cards: [] })
  const before = seen.of === of ? seen.cards : []
  // A guild no longer in the list is dropped unless it was joined, since joined guilds leave the list of those to join.
  const stayed = before.flatMap((card) => {
    const now = list.find(({ id }) => id === card.id)
    return now ?? (card.my_status === 'member' ? card : [])
  })
  const isNew = (guild: GuildCard) => guild.my_status !== 'member' && !stayed.some((card) => card.id === guild.id)
  const others = [...stayed, ...list.filter(isNew)]
  if (seen.of !== of || others.length !== before.length || others.some((card, at) => card !== before[at]))
    setSeen({ of, cards: others })
  return {
    mine: list.filter(({ id, my_status }) => my_status === 'member' && !others.some((card) => card.id === id)),
    others,
  }
}
