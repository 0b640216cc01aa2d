import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { renewStandings } from '../../queries/standings.ts'

type Held = { id: number; title: string; held: number }

/** The held results of a column, and their number in each of its classes. */
export type HeldColumn = Held & { members: readonly { task_id: number; held: number }[] }

/** Releases the held results task by task and class by class, after showing the tasks and counts. */
export const ReleaseHeld = ({ tasks }: { tasks: readonly HeldColumn[] }) => {
  const { grades, reviewSets } = useTexts()
  const client = useQueryClient()
  const [asks, setAsks] = useState(false)
  const held = tasks.filter((task) => task.held > 0)
  const total = held.reduce((sum, task) => sum + task.held, 0)
  const release = useMutation({
    mutationFn: async () => {
      let released = 0
      try {
        for (const { members } of held)
          for (const { task_id, held: waits } of members)
            if (waits > 0) released += (await sendQuietly(reviewsAdmin.release, { task_id })).released
      } catch (error) {
        // Results released before the failure stay released, so the message counts them.
        showToast(released > 0 ? grades.releasedPart(released, failureText(error)) : failureText(error))
        throw error
      }
      return released
    },
    onSuccess: (released) => {
      if (released > 0) showToast(grades.releasedToast(released), 'success')
      else showToast(reviewSets.releasedBefore, 'info')
      setAsks(false)
    },
    onSettled: () => renewStandings(client),
  })
  if (total === 0) return null
  return (
    <>
      <Button tone="primary" onClick={() => setAsks(true)}>
        {grades.release(total)}
      </Button>
      {asks && (
        <Dialog
          title={grades.release(total)}
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button onClick={() => setAsks(false)}>{grades.cancel}</Button>
              <Button tone="primary" busy={release.isPending} onClick={() => release.mutate()}>
                {grades.release(total)}
              </Button>
            </>
          }
        >
          <p>{grades.releaseMeans}</p>
          <ul>
            {held.map((task) => (
              <li key={task.id}>{grades.heldOf(task.title, task.held)}</li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  )
}
