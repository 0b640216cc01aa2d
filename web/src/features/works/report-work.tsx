import { ReportDialog } from '@tongchuang/ui/report-dialog.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useTexts } from '../../locales/texts.ts'
import { useReport } from './queries.ts'

type Props = { id: number; onClose: () => void; onReported: () => void }

/** The form for reporting a work to staff, after which it disappears from this page. */
export const ReportWork = ({ id, onClose, onReported }: Props) => {
  const { works: texts } = useTexts()
  const report = useReport(id)
  const onSuccess = () => {
    showToast(texts.reported, 'success')
    // First this dialog: closing the work goes back in the history, which stays where something is being written.
    onClose()
    onReported()
  }
  return (
    <ReportDialog
      words={texts}
      about={`work:${id}`}
      busy={report.isPending}
      onSend={(said) => report.mutateAsync(said, { onSuccess })}
      onClose={onClose}
    />
  )
}
