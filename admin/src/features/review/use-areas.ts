import type { DrawnMark } from '@tongchuang/contract/area-marks.ts'
import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { fitsPage, maxAreasOfPage } from '@tongchuang/contract/rules/area-marks.ts'
import { beforeSessionEnds } from '@tongchuang/ui/session-end.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { keyOf, listed, pagesOf, type AreaPage, type AreaPages, type MarkPlace } from './area-pages.ts'
import { createPageSaver, keptPages, type PageSaving } from './page-saver.ts'
import { undone, type DrawStep } from './undo-areas.ts'

type Saver = ReturnType<typeof createPageSaver>

/** Saves the unsaved pages of an earlier visit, and unsaved ones when the page is hidden or closed. */
const useSaveOnLeaving = ({ flush, put, leave }: Saver, storageKey: string, isOpen: boolean): void => {
  useEffect(() => {
    if (isOpen) Object.values(keptPages(storageKey)).forEach(put)
  }, [isOpen, storageKey, put])
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && leave()
    const ending = beforeSessionEnds(async () => void (await flush()))
    document.addEventListener('visibilitychange', hidden)
    return () => {
      ending()
      document.removeEventListener('visibilitychange', hidden)
      leave()
    }
  }, [flush, leave])
}

/** Two tabs together may have drawn more than a page holds, which is not saved before some is removed. */
const isOverfull = ({ marks }: AreaPage): boolean => marks.length > maxAreasOfPage || !fitsPage(marks)

/** The drawn pages of a work, and what saves each of them. */
const usePages = (work: ReviewWork, user_id: number, isOpen: boolean) => {
  const { reviewSets } = useTexts()
  const storageKey = `review-areas:${user_id}:${work.submit_id}`
  const there = work.status === 'released' ? (work.result?.areas ?? []) : work.areas
  const [pages, setPages] = useState<AreaPages>(() => ({ ...pagesOf(there), ...(isOpen ? keptPages(storageKey) : {}) }))
  const [state, setState] = useState<PageSaving>('saved')
  const [saver] = useState(() =>
    createPageSaver({
      submit_id: work.submit_id,
      storageKey,
      onPage: (page) => {
        setPages((before) => ({ ...before, [keyOf(page)]: page }))
        if (isOverfull(page)) showToast(reviewSets.pageOver(page.marks.length, maxAreasOfPage), 'warning')
      },
      onState: setState,
    }),
  )
  useSaveOnLeaving(saver, storageKey, isOpen)
  return { pages, setPages, state, saver }
}

/** The marks a reviewer draws on a work: changed page by page, saved by themselves, taken back one by one. */
export const useAreas = (work: ReviewWork, user_id: number, isOpen: boolean) => {
  const { pages, setPages, state, saver } = usePages(work, user_id, isOpen)
  const [past, setPast] = useState<readonly DrawStep[]>([])
  const latest = useRef(pages)
  useLayoutEffect(() => {
    latest.current = pages
  })
  /** A recording may arrive late; it is attached to its mark if that still exists. */
  const sayAbout = useCallback(
    (on: MarkPlace, audio_id: number | null) => {
      const before = latest.current[keyOf(on)]
      if (!before?.marks.some(({ points }) => String(points) === String(on.points))) return
      const marks = before.marks.map((mark) =>
        String(mark.points) === String(on.points) ? { ...mark, audio_id } : mark,
      )
      const next = { ...before, marks }
      setPages((all) => ({ ...all, [keyOf(next)]: next }))
      saver.put(next)
    },
    [saver, setPages],
  )

  const pageOf = (file_id: number, page: number): AreaPage =>
    pages[keyOf({ file_id, page })] ?? { file_id, page, marks: [], seen: 0 }
  const set = (before: AreaPage, marks: readonly DrawnMark[]) => {
    const next = { ...before, marks }
    setPages({ ...pages, [keyOf(next)]: next })
    saver.put(next)
  }
  const change = (before: AreaPage, marks: readonly DrawnMark[]) => {
    setPast([...past.slice(-49), { before, after: marks }])
    set(before, marks)
  }
  return {
    list: listed(pages),
    state,
    /** Some page has more marks than can be saved. */
    isOverfull: Object.values(pages).some(isOverfull),
    flush: saver.flush,
    sayAbout,
    /** Returns false if the page is full. */
    add: (file_id: number, page: number, mark: DrawnMark): boolean => {
      const before = pageOf(file_id, page)
      const marks = [...before.marks, mark]
      if (isOverfull({ ...before, marks })) return false
      change(before, marks)
      return true
    },
    remove: (file_id: number, page: number, at: number) => {
      const before = pageOf(file_id, page)
      change(
        before,
        before.marks.filter((_, place) => place !== at),
      )
    },
    /** A text is not a step of its own: undo removes what was drawn. */
    write: (file_id: number, page: number, at: number, text: string) => {
      const before = pageOf(file_id, page)
      set(
        before,
        before.marks.map((mark, place) => (place === at ? { ...mark, text } : mark)),
      )
    },
    canUndo: past.length > 0,
    /** Returns the page on which a step was undone. */
    undo: (): { file_id: number; page: number } | undefined => {
      const last = past.at(-1)
      if (!last) return
      const now = pageOf(last.before.file_id, last.before.page)
      setPast(past.slice(0, -1))
      set(now, undone(now.marks, last))
      return now
    },
  }
}

export type Areas = ReturnType<typeof useAreas>
