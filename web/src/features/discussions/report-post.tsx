import { ReportDialog } from '@tongchuang/ui/report-dialog.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useTexts } from '../../locales/texts.ts'
import { useReport } from './queries.ts'

/** The form for reporting a post to staff. */
export const ReportPost = ({ id, task_id, onClose }: { id: number; task_id: number; onClose: () => void }) => {
  const { discussions: texts } = useTexts()
  const report = useReport(task_id, id)
  const onSuccess = () => {
    showToast(texts.reported, 'success')
    onClose()
  }
  return (
    <ReportDialog
      words={texts}
      about={`post:${id}`}
      busy={report.isPending}
      onSend={(said) => report.mutateAsync(said, { onSuccess })}
      onClose={onClose}
    />
  )
}
