import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { usePersistedChanges } from '@tongchuang/ui/use-persisted-changes.ts'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'

/**
 * The reason for marking a work as excellent; null while it is not marked. The text is kept on the device until the
 * work is picked, under the key that the page of passed works uses too; pressing the key a second time only hides it.
 */
export const useExcellent = ({ submit_id }: Pick<ReviewWork, 'submit_id'>) => {
  const [reason, write] = useStaffText(`reason:pick:${submit_id}`)
  const { values, set, forget } = usePersistedChanges(`excellent:${submit_id}`, { on: false })
  return {
    excellent: values.on ? reason : null,
    write,
    toggle: () => set({ on: !values.on }),
    forgetReason: () => {
      write('')
      forget()
    },
  }
}
