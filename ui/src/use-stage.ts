import { useState } from 'react'
import type { PreviewFile } from './file-preview.tsx'

/** A page of a file; every file except a document has exactly one. */
export type FilePage = { file: PreviewFile; page: number }

/** Zoom factors relative to the size at which the whole page is visible. */
const zooms = [1, 1.5, 2, 3, 4] as const

const keyOf = ({ file, page }: FilePage): string => `${file.id}-${page}`

/**
 * The view of several files: the page (at first `start`, else the first), the zoom and the rotation. Rotation affects
 * only the view, never the file.
 */
export const useStage = (files: readonly PreviewFile[], start?: { file_id: number; page: number }) => {
  // The number of pages of a document is known only once it is open.
  const [counts, setCounts] = useState<Readonly<Record<number, number>>>(start ? { [start.file_id]: start.page } : {})
  const [at, setAt] = useState(() => ({
    file: Math.max(
      0,
      files.findIndex(({ id }) => id === start?.file_id),
    ),
    page: start?.page ?? 1,
  }))
  const [step, setStep] = useState(0)
  const [turns, setTurns] = useState<Readonly<Record<string, number>>>({})
  const places = files.flatMap((file) =>
    Array.from({ length: counts[file.id] ?? 1 }, (_, page): FilePage => ({ file, page: page + 1 })),
  )
  const index = Math.max(
    0,
    places.findIndex(({ file, page }) => file === files[at.file] && page === at.page),
  )
  const place = places[index]
  const go = (to: number) => {
    const next = places[to]
    if (!next || to === index) return
    setAt({ file: files.indexOf(next.file), page: next.page })
    setStep(0)
  }
  const key = place ? keyOf(place) : ''
  return {
    places,
    index,
    place,
    /** Goes to a page by its index in `places`; does nothing if there is none. */
    go,
    /** Goes to a page of a file. */
    show: (file_id: number, page: number) => {
      const file = files.findIndex(({ id }) => id === file_id)
      if (file < 0) return
      // A document that is not open yet is assumed to have this page.
      setCounts({ ...counts, [file_id]: Math.max(counts[file_id] ?? 1, page) })
      setAt({ file, page })
      setStep(0)
    },
    zoom: zooms[step] ?? 1,
    canGrow: step < zooms.length - 1,
    grow: () => setStep(Math.min(zooms.length - 1, step + 1)),
    shrink: () => setStep(Math.max(0, step - 1)),
    fit: () => setStep(0),
    /** Quarters of a turn to the right: 0–3. */
    turns: turns[key] ?? 0,
    turn: () => setTurns({ ...turns, [key]: ((turns[key] ?? 0) + 1) % 4 }),
    setPages: (file_id: number, pages: number) => {
      if (counts[file_id] !== pages) setCounts({ ...counts, [file_id]: pages })
    },
  }
}

export type Stage = ReturnType<typeof useStage>
