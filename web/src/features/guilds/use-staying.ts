import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { useState } from 'react'

type Seen = { of: string; cards: readonly GuildCard[] }

/**
 * My guilds and the others of a list, each where it was when it came: one that is joined stays among the others until the
 * page or what is looked for is left, or the next one's button would slide under the pointer.
 */
export const useStaying = (list: readonly GuildCard[], of: string): { mine: GuildCard[]; others: GuildCard[] } => {
  const [seen, setSeen] = useState<Seen>({ of, cards: [] })
  const before = seen.of === of ? seen.cards : []
  // One that the list has no more is gone, unless it was joined: that one is no longer among those to be joined.
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
