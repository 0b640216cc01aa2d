import type { Output } from '@tongchuang/contract/call.ts'
import { reviewSetsAdmin } from '@tongchuang/contract/review-sets.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import table from '@tongchuang/ui/table.module.css'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { reviewKey } from '../../queries/keys.ts'
import { standingQuery } from './queries.ts'
import styles from './release-set.module.css'

type Class = Output<typeof reviewSetsAdmin.standing>['classes'][number]
type Outcome = Output<typeof reviewSetsAdmin.release>['classes'][number]

const numbers = ['people', 'scored', 'returning', 'waiting', 'missing'] as const

const ClassLine = ({
  one,
  chosen,
  refusal,
  onChoose,
}: {
  one: Class
  chosen: boolean
  refusal: Outcome | undefined
  onChoose: (does: boolean) => void
}) => {
  const { reviewSets: texts } = useTexts()
  return (
    <>
      <tr>
        <th scope="row">
          <label className={styles.pick}>
            <input
              type="checkbox"
              aria-label={texts.pick(one.guild_name)}
              checked={chosen}
              disabled={one.archived}
              onChange={(event) => onChoose(event.target.checked)}
            />
            <span>
              {one.guild_name}
              {one.archived && <small>{texts.archived}</small>}
            </span>
          </label>
        </th>
        {numbers.map((name) => (
          <td key={name} className={table.number}>
            {name === 'scored' ? <strong>{one[name]}</strong> : one[name]}
          </td>
        ))}
      </tr>
      {refusal && (
        <tr>
          <td colSpan={1 + numbers.length} className={styles.refused}>
            <output>{refusal.text}</output>
          </td>
        </tr>
      )}
    </>
  )
}

const useRelease = (set_id: number, onClose: () => void) => {
  const { reviewSets: texts } = useTexts()
  const client = useQueryClient()
  const [refused, setRefused] = useState<readonly Outcome[]>([])
  const release = useMutation({
    mutationFn: (task_ids: number[]) => send(reviewSetsAdmin.release, { set_id, task_ids }),
    onSuccess: ({ classes }) => {
      const out = classes.reduce((sum, { released }) => sum + released, 0)
      if (out > 0) showToast(texts.released(out), 'success')
      void client.invalidateQueries({ queryKey: reviewKey })
      // A class that could not is asked for again from here; the others are out.
      const left = classes.filter(({ done }) => !done)
      setRefused(left)
      if (left.length === 0) onClose()
    },
  })
  return { release, refused }
}

/** One release for all classes of a set, each counted and chosen by itself. */
export const ReleaseSet = ({ set_id, onClose }: { set_id: number; onClose: () => void }) => {
  const { reviewSets: texts } = useTexts()
  const standing = useQuery(standingQuery(set_id))
  const [left, setLeft] = useState<readonly number[]>([])
  const { release, refused } = useRelease(set_id, onClose)
  const classes = standing.data?.classes ?? []
  const chosen = classes.filter(({ task_id, archived }) => !archived && !left.includes(task_id))
  const sum = (...names: readonly (typeof numbers)[number][]) =>
    chosen.reduce((all, one) => all + names.reduce((some, name) => some + one[name], 0), 0)
  const held = sum('scored', 'returning')
  const waiting = sum('waiting')
  const choose = (task_id: number, does: boolean) =>
    setLeft(does ? left.filter((id) => id !== task_id) : [...left, task_id])
  return (
    <Dialog
      title={texts.title}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            tone="primary"
            busy={release.isPending}
            blocked={held === 0}
            onClick={() => release.mutate(chosen.map(({ task_id }) => task_id))}
          >
            {refused.length > 0 ? texts.again : held === 0 ? texts.nothing : texts.release(held)}
          </Button>
        </>
      }
    >
      <ReadFailure of={standing} />
      {standing.isPending && <SkeletonList count={3} height={40} gap={2} />}
      {standing.data && (
        <>
          <p className={styles.head} aria-live="polite">
            {texts.head(chosen.length, sum('people'))}
            {waiting > 0 && <strong>{texts.unreviewed(waiting)}</strong>}
          </p>
          <ScrollArea label={texts.title}>
            <table className={`${table.table} ${styles.classes}`}>
              <thead>
                <tr>
                  <th scope="col">{texts.class}</th>
                  {numbers.map((name) => (
                    <th key={name} scope="col" className={table.number}>
                      {texts[name]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {classes.map((one) => (
                  <ClassLine
                    key={one.task_id}
                    one={one}
                    chosen={!one.archived && !left.includes(one.task_id)}
                    refusal={refused.find(({ task_id }) => task_id === one.task_id)}
                    onChoose={(does) => choose(one.task_id, does)}
                  />
                ))}
              </tbody>
            </table>
          </ScrollArea>
          {waiting > 0 && <p className={styles.note}>{texts.waits}</p>}
          <p className={styles.hint}>{texts.tells}</p>
        </>
      )}
    </Dialog>
  )
}
