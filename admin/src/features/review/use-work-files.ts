import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { useStage } from '@tongchuang/ui/use-stage.ts'
import { useState } from 'react'
import { useKeys } from './use-keys.ts'

export type WorkView = 'files' | 'text'

/** Up to this many characters, the text is a remark about the files; the files are the work. */
const SHORT = 120

/** The visible part of a work, its files or its text, and the page of its files; by pointer or by single keys. */
export const useWorkFiles = (shown: ReviewWork) => {
  const stage = useStage(shown.files)
  const [chosen, choose] = useState<WorkView | null>(null)
  const first = shown.content.trim().length < SHORT ? 'files' : 'text'
  const view = shown.files.length === 0 ? 'text' : (chosen ?? first)
  const toggle = { f: () => choose(view === 'files' ? 'text' : 'files') }
  const keys = {
    ...toggle,
    ArrowLeft: () => stage.go(stage.index - 1),
    ArrowRight: () => stage.go(stage.index + 1),
    '+': stage.grow,
    '=': stage.grow,
    '-': stage.shrink,
    '0': stage.fit,
    o: stage.turn,
  }
  useKeys(shown.files.length === 0 ? {} : view === 'files' ? keys : toggle)
  return { stage, view, choose }
}

export type WorkFiles = ReturnType<typeof useWorkFiles>
