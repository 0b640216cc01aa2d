import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import type { StudentTask } from '../../queries/student-task.ts'
import { ExtensionDialog } from './extension-dialog.tsx'
import { AbortDialog, AppealDialog, ShareDialog, WithdrawDialog } from './task-dialogs.tsx'
import type { TaskDialog, OpenTaskDialog } from './open-dialog-state.ts'
import { VersionDialog } from './version-dialog.tsx'

// Much larger than the other dialogs, and opened less often.
const CompareDialog = lazyPart(() => import('./compare-dialog.tsx').then((module) => module.CompareDialog))

const dialogs = {
  abort: AbortDialog,
  withdraw: WithdrawDialog,
  appeal: AppealDialog,
  extend: ExtensionDialog,
  share: ShareDialog,
  compare: CompareDialog,
}

/** The dialog that is open above the page, if any. */
export const OpenDialog = ({
  page,
  shown,
  open,
  onClose,
}: {
  page: StudentTask
  shown: TaskDialog
  open: OpenTaskDialog
  onClose: () => void
}) => {
  if (shown.kind === 'version')
    return <VersionDialog page={page} id={shown.id} quote={shown.quote} open={open} onClose={onClose} />
  const Shown = dialogs[shown.kind]
  return <Shown page={page} onClose={onClose} />
}
