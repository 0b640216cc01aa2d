import { useState } from 'react'
import { flushSync } from 'react-dom'

/** What the drawer of a phone shows: the score, or all that is said. */
export type DrawerPart = 'score' | 'words'

/** The mark one is at stays in sight above the drawer. */
const keepMarkInView = (): void =>
  document.querySelector('[data-work] [data-mark][aria-pressed="true"]')?.scrollIntoView({ block: 'center' })

/** The drawer at the foot of a phone; where there is none, nothing is seen of it. */
export const useDrawer = (first: DrawerPart | null, usual: DrawerPart) => {
  const [part, setPart] = useState(first)
  const [last, setLast] = useState(first ?? usual)
  /** What it shows is there when this ends: the focus may go into it. */
  const open = (next: DrawerPart = last) => {
    flushSync(() => {
      setPart(next)
      setLast(next)
    })
    keepMarkInView()
  }
  const close = () => setPart(null)
  return { part, open, close, toggle: () => (part === null ? open() : close()) }
}

export type Drawer = ReturnType<typeof useDrawer>
