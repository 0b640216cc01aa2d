import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Suspense, useState } from 'react'
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
  const { sync, draft, handIn } = writing
  const [postponed, setPostponed] = useState<number | null>(null)
  const submit = () => {
    onAsked()
    void handIn.press()
  }
  return (
    <Suspense>
      {asking && <SubmitDialog {...asked} onClose={onAsked} onSubmit={submit} />}
      {draft.conflict && draft.conflict.version !== postponed && (
        <ConflictDialog
          mine={draft.work}
          theirs={draft.conflict}
          choosing={sync.choosing}
          onClose={() => setPostponed(draft.conflict?.version ?? null)}
        />
      )}
    </Suspense>
  )
}
