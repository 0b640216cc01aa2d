import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { reachQuery, useRemind } from './queries.ts'

/** Shows how many students a reminder would reach in each class, before it is sent. */
export const RemindDialog = ({ set_id, onClose }: { set_id: number; onClose: () => void }) => {
  const { review, reviewSets } = useTexts()
  const query = useQuery(reachQuery(set_id))
  const remind = useRemind()
  const classes = query.data ?? []
  const people = classes.reduce((sum, one) => sum + one.people, 0)
  const go = () =>
    remind.mutate(
      { set_id },
      {
        onSuccess: (told) => {
          if (told.people > 0) showToast(review.remindedToast(told.people), 'success')
          // All of them have handed in since the count was read.
          else showToast(review.remindedNobody, 'warning')
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={reviewSets.remindTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{review.cancel}</Button>
          <Button tone="primary" busy={remind.isPending} blocked={people === 0} onClick={go}>
            {reviewSets.remind(people)}
          </Button>
        </>
      }
    >
      {query.error && !query.data ? (
        <RegionError error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <SkeletonList count={3} height={36} gap={4} />
      ) : people === 0 ? (
        <p>{review.remindedNobody}</p>
      ) : (
        <>
          <p>{reviewSets.remindText}</p>
          <ul>
            {classes.map((one) => (
              <li key={one.task_id}>{reviewSets.remindIn(one.guild_name, one.people)}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
