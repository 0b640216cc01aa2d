import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Suspense } from 'react'
import type { CheckItem } from './checklist.ts'
import type { useWriting } from './use-writing.ts'

const ConflictDialog = lazyPart(() => import('./conflict-dialog.tsx').then((module) => module.ConflictDialog))
const SubmitDialog = lazyPart(() => import('./submit-dialog.tsx').then((module) => module.SubmitDialog))

type DialogsProps = {
  writing: ReturnType<typeof useWriting>
  asking: boolean
  missing: readonly CheckItem[]
  items: readonly CheckItem[]
  isLate: boolean
  deduction: number
  onAsked: () => void
}

/** What is asked before handing in, and what to do with two texts that met. */
export const Dialogs = ({ writing, asking, onAsked, ...asked }: DialogsProps) => {
  const { sync, draft, handIn, conflict } = writing
  const submit = () => {
    onAsked()
    void handIn.press()
  }
  return (
    <Suspense>
      {asking && <SubmitDialog {...asked} onClose={onAsked} onSubmit={submit} />}
      {conflict.asked && (
        <ConflictDialog
          mine={draft.work}
          theirs={conflict.asked}
          choosing={sync.choosing}
          onClose={conflict.postpone}
        />
      )}
    </Suspense>
  )
}
