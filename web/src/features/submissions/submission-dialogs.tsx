import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Suspense } from 'react'
import type { ComponentProps } from 'react'
import type { CheckItem } from './checklist.ts'
import type { useWriting } from './use-writing.ts'

const ConflictDialog = lazyPart(() => import('./conflict-dialog.tsx').then((module) => module.ConflictDialog))
const SubmitDialog = lazyPart(() => import('./submit-dialog.tsx').then((module) => module.SubmitDialog))

type DialogsProps = {
  writing: ReturnType<typeof useWriting>
  asking: boolean
  missing: readonly CheckItem[]
  items: readonly CheckItem[]
  questions: ComponentProps<typeof ConflictDialog>['questions']
  isLate: boolean
  deduction: number
  onAsked: () => void
}

/** The dialog before handing in, and the one about two conflicting texts. */
export const Dialogs = ({ writing, asking, questions, onAsked, ...asked }: DialogsProps) => {
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
          questions={questions}
          choosing={sync.choosing}
          onClose={conflict.postpone}
        />
      )}
    </Suspense>
  )
}
