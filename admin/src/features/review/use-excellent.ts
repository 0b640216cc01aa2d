import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { usePersistedChanges } from '@tongchuang/ui/use-persisted-changes.ts'
import { usePersistedText } from '@tongchuang/ui/use-persisted-text.ts'

/**
 * Why a work is excellent; null while it is not marked so. The words stay on the device until the work is picked, under
 * the name they have where passed works are picked, and a second press of the key only puts them away.
 */
export const useExcellent = ({ submit_id }: Pick<ReviewWork, 'submit_id'>) => {
  const [reason, write] = usePersistedText(`reason:pick:${submit_id}`)
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
