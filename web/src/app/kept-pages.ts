import type { ReactNode } from 'react'

/** A page that stays mounted behind another tab, with the address it was last seen under. */
export type Kept<Where> = {
  /** Identifies the element in the document: keeping the slot keeps the page with everything typed into it. */
  slot: number
  tab: number | null
  where: Where
  outlet: ReactNode
  ignoreCache: boolean
}

/** Hidden pages cost memory: the least recently shown are dropped and drawn anew later. */
const most = 5

type Shown<Where> = Omit<Kept<Where>, 'slot'> & {
  /** The ids of the open tabs; a page whose tab is closed is removed. */
  open: readonly number[]
}

/**
 * Returns the pages to keep, the shown one last. Without tabs there is a single slot whose content the router changes;
 * a page gains or loses its tab without being drawn anew.
 */
export const keep = <Where extends { key: string }>(
  pages: readonly Kept<Where>[],
  shown: Shown<Where>,
): readonly Kept<Where>[] => {
  const { tab, where, outlet, ignoreCache, open } = shown
  const last = pages.at(-1)
  const isSwitch = last !== undefined && last.where.key === where.key && (last.tab === null || tab === null)
  const same =
    isSwitch || (last?.tab === null && tab === null) ? last : pages.find((page) => tab !== null && page.tab === tab)
  if (
    same &&
    same === last &&
    same.tab === tab &&
    same.where === where &&
    same.outlet === outlet &&
    pages.every((page) => stays(page, open) || page === last)
  )
    return pages
  const slot = same?.slot ?? Math.max(-1, ...pages.map((page) => page.slot)) + 1
  const others = pages.filter((page) => page !== same && stays(page, open))
  return [...others.slice(1 - most), { slot, tab, where, outlet, ignoreCache }]
}

const stays = (page: Kept<unknown>, open: readonly number[]): boolean =>
  !page.ignoreCache && page.tab !== null && open.includes(page.tab)
