import { useState } from 'react'
import { flushSync } from 'react-dom'

/** The content of a phone's drawer: the score, or all feedback. */
export type DrawerPart = 'score' | 'words'

/** Keeps the selected mark visible above the drawer. */
const keepMarkInView = (): void =>
  document.querySelector('[data-work] [data-mark][aria-pressed="true"]')?.scrollIntoView({ block: 'center' })

/** The drawer at the bottom of a phone; has no effect on wider screens. */
export const useDrawer = (first: DrawerPart | null, usual: DrawerPart) => {
  const [part, setPart] = useState(first)
  const [last, setLast] = useState(first ?? usual)
  /** The content is rendered when this returns, so the focus may move into it. */
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
