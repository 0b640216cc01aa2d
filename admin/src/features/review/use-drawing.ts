import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { useState } from 'react'
import type { Areas } from './use-areas.ts'
import { useKeys } from './use-keys.ts'
import type { WorkFiles } from './use-work-files.ts'

export type DrawTool = 'pen' | 'box' | 'pin' | 'erase'

const isDrawable = (files: WorkFiles): boolean => {
  const kind = files.stage.place?.file.kind
  return files.view === 'files' && (kind === 'image' || kind === 'pdf')
}

/** Drawing on the pages of a work: the tool, the marks and the selected mark; by pointer or by single keys. */
export const useDrawing = (
  work: ReviewWork,
  areas: Areas,
  { files, isOpen, openWords }: { files: WorkFiles; isOpen: boolean; openWords: () => void },
) => {
  const [tool, setTool] = useState<DrawTool | null>(null)
  const [chosen, choose] = useState<number | null>(null)
  const canDraw = isOpen && isDrawable(files)
  const pick = (next: DrawTool) => setTool(tool === next ? null : next)
  const showPage = (at: { file_id: number; page: number }) => {
    files.choose('files')
    const { place } = files.stage
    if (place?.file.id !== at.file_id || place.page !== at.page) files.stage.show(at.file_id, at.page)
  }
  /** What is undone on another page than the visible one is shown there. */
  const undo = () => {
    const at = areas.undo()
    if (at) showPage(at)
  }
  /** Takes a pin unless a box is taken, and moves the focus to the page, where arrows move a crosshair. */
  const aim = () => {
    if (tool !== 'box') setTool('pin')
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-work] [role="application"]')?.focus())
  }
  const keys = {
    a: aim,
    p: () => pick('pen'),
    b: () => pick('box'),
    n: () => pick('pin'),
    d: () => pick('erase'),
    u: undo,
    Escape: () => setTool(null),
  }
  useKeys(canDraw ? keys : {})
  /** Opens the page on which a mark of the list is drawn. */
  const lookAt = (number: number) => {
    const mark = areas.list.find((one) => one.number === number)
    if (!mark) return
    choose(number)
    showPage(mark)
  }
  return {
    areas,
    tool: canDraw ? tool : null,
    pick,
    chosen,
    choose,
    lookAt,
    undo,
    /** Focuses the text field of a mark; for a mark just drawn, the field is rendered in the next frame. */
    toWords: (number: number) => {
      openWords()
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`#area-${number}`)?.focus())
    },
    /** Whether the visible page can be drawn on. */
    canDraw,
    /** Whether the texts of marks can be changed, whatever is visible. */
    canWrite: isOpen,
    files: work.files,
  }
}

export type Drawing = ReturnType<typeof useDrawing>
