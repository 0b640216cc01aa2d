import type { Output } from '@tongchuang/contract/call.ts'
import { reviewSetsAdmin } from '@tongchuang/contract/review-sets.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import table from '@tongchuang/ui/table.module.css'
import { serverNow } from '@tongchuang/ui/server-clock.ts'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { dayAfter, instantOf, wallClock } from '@tongchuang/ui/wall-clock.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { reviewKey } from '../../queries/keys.ts'
import { renewStandings } from '../../queries/standings.ts'
import { standingQuery } from './queries.ts'
import { ProposedPicks } from './proposed-picks.tsx'
import { ReleaseChoices, type Choices } from './release-choices.tsx'
import { ClassLine, numbers, type Class } from './release-class.tsx'
import styles from './release-set.module.css'

type Outcome = Output<typeof reviewSetsAdmin.release>['classes'][number]
type Asked = { task_ids: number[]; follow: boolean; at: string | null }

const useRelease = (set_id: number, onClose: () => void) => {
  const { reviewSets: texts } = useTexts()
  const language = useLanguage()
  const client = useQueryClient()
  const [refused, setRefused] = useState<readonly Outcome[]>([])
  const release = useMutation({
    mutationFn: ({ at, ...asked }: Asked) =>
      send(reviewSetsAdmin.release, { set_id, ...asked, ...(at !== null && { at }) }),
    onSuccess: ({ classes }, { at }) => {
      const out = classes.reduce((sum, { released }) => sum + released, 0)
      if (out > 0) showToast(texts.released(out), 'success')
      // Refused classes stay in the dialog for another try; the others are released.
      const left = classes.filter(({ done }) => !done)
      if (at === null && out === 0 && left.length === 0) showToast(texts.releasedBefore, 'info')
      if (at !== null && left.length < classes.length) showToast(texts.timed(formatMoment(at, language)), 'success')
      void renewStandings(client)
      setRefused(left)
      if (left.length === 0) onClose()
    },
  })
  const stop = useMutation({
    mutationFn: () => send(reviewSetsAdmin.stopRelease, { set_id }),
    onSuccess: ({ stopped }) => {
      showToast(texts.stopped(stopped), stopped > 0 ? 'success' : 'warning')
      void client.invalidateQueries({ queryKey: reviewKey })
    },
  })
  return { release, stop, refused }
}

const Classes = ({
  classes,
  left,
  refused,
  onLeave,
}: {
  classes: readonly Class[]
  left: readonly number[]
  refused: readonly Outcome[]
  onLeave: (left: number[]) => void
}) => {
  const { reviewSets: texts } = useTexts()
  return (
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
              refusal={refused.find(({ task_id }) => task_id === one.task_id)?.text}
              onChoose={(does) => onLeave(does ? left.filter((id) => id !== one.task_id) : [...left, one.task_id])}
            />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

/** Releases the results of all classes of a set, now or at a time; each class is counted and chosen separately. */
export const ReleaseSet = ({ set_id, onClose }: { set_id: number; onClose: () => void }) => {
  const { reviewSets: texts } = useTexts()
  const language = useLanguage()
  const standing = useQuery(standingQuery(set_id))
  const [left, setLeft] = useState<readonly number[]>([])
  const [choices, setChoices] = useState<Choices>({ follow: true, at: null })
  const { release, stop, refused } = useRelease(set_id, onClose)
  const classes = standing.data?.classes ?? []
  const chosen = classes.filter(({ task_id, archived }) => !archived && !left.includes(task_id))
  const sum = (...names: readonly (typeof numbers)[number][]) =>
    chosen.reduce((all, one) => all + names.reduce((some, name) => some + one[name], 0), 0)
  const held = sum('scored', 'returning')
  const waiting = sum('waiting')
  const at = choices.at === null ? null : instantOf(choices.at)
  const isReady = choices.at === null ? held > 0 : chosen.length > 0 && at !== null
  const main = () => {
    if (refused.length > 0) return texts.again
    if (at !== null) return texts.releaseAt(formatMoment(at, language))
    return held === 0 ? texts.nothing : texts.release(held)
  }
  return (
    <Dialog
      title={texts.title}
      wide
      onClose={onClose}
      actions={
        <>
          {classes.some(({ timed }) => timed) && (
            <Button busy={stop.isPending} onClick={() => stop.mutate()}>
              {texts.stop}
            </Button>
          )}
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            tone="primary"
            busy={release.isPending}
            blocked={!isReady}
            onClick={() =>
              release.mutate({ task_ids: chosen.map(({ task_id }) => task_id), follow: choices.follow, at })
            }
          >
            {main()}
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
          <Classes classes={classes} left={left} refused={refused} onLeave={setLeft} />
          <ReleaseChoices
            waiting={waiting}
            value={choices}
            proposed={`${dayAfter(wallClock(serverNow()).slice(0, 10))}T07:30`}
            onChange={setChoices}
          />
          <ProposedPicks set_id={set_id} chosen={chosen.map(({ task_id }) => task_id)} />
          <p className={styles.hint}>{texts.tells}</p>
        </>
      )}
    </Dialog>
  )
}
