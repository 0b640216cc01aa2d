import { Button, IconButton } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { sizeOf } from '@tongchuang/ui/file-size.ts'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock3, Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './backup.module.css'
import { backupsQuery, useLoadBackup, useMakeBackup, useRemoveBackup } from './queries.ts'
import type { BackupRun } from './queries.ts'

/** The button that makes a backup now. */
export const MakeBackup = () => {
  const { backup } = useTexts()
  const { data } = useQuery(backupsQuery)
  const make = useMakeBackup()
  const isOpen = data?.list.some(({ state }) => state === 'waiting' || state === 'running') ?? false
  return (
    <Button tone="primary" busy={make.isPending || isOpen} onClick={() => make.mutate(undefined)}>
      {isOpen ? backup.making : backup.make}
    </Button>
  )
}

/** All backups, newest first, including failed ones. */
export const Backups = () => {
  const { backup } = useTexts()
  const backups = useQuery(backupsQuery)
  const [goes, setGoes] = useState<BackupRun | null>(null)
  const remove = useRemoveBackup()
  if (backups.error && !backups.data)
    return <RegionError error={backups.error} onRetry={() => void backups.refetch()} />
  if (backups.isPending) return <SkeletonList count={5} height={48} gap={4} />
  const { list, keep, nightly, folder } = backups.data

  return (
    <>
      <p className={styles.rule}>{nightly ? backup.nightly(keep) : backup.notNightly}</p>
      {list.length === 0 ? (
        <EmptyState title={backup.none}>{backup.noneText}</EmptyState>
      ) : (
        <ul className={styles.list} aria-label={backup.list}>
          {list.map((run) => (
            <Run key={run.id} run={run} onRemove={() => setGoes(run)} />
          ))}
        </ul>
      )}
      <section className={styles.restore}>
        <h2>{backup.restore}</h2>
        <p>{backup.restoreText}</p>
        <pre>
          <code>npm run cli -- restore {folder === '' ? '…zip' : `${folder}/…zip`}</code>
        </pre>
        <p className={styles.quiet}>{backup.restoreNote}</p>
      </section>
      {goes && (
        <Dialog
          title={backup.removeTitle}
          onClose={() => setGoes(null)}
          actions={
            <>
              <Button onClick={() => setGoes(null)}>{backup.cancel}</Button>
              <Button
                tone="danger"
                busy={remove.isPending}
                onClick={() => remove.mutate(goes.id, { onSuccess: () => setGoes(null) })}
              >
                {backup.remove}
              </Button>
            </>
          }
        >
          <p>{backup.removeText(goes.name)}</p>
        </Dialog>
      )}
    </>
  )
}

const icons = { done: CircleCheck, failed: CircleX, waiting: Clock3, running: Clock3, removed: Trash2 }

const Run = ({ run, onRemove }: { run: BackupRun; onRemove: () => void }) => {
  const { backup } = useTexts()
  const load = useLoadBackup()
  const Icon = icons[run.state]
  return (
    <li data-state={run.state}>
      <span className={styles.state} data-state={run.state}>
        <Icon size={16} aria-hidden />
        {backup.states[run.state]}
      </span>
      <div className={styles.what}>
        <p>
          <Moment at={run.ended_at ?? run.asked_at} />{' '}
          <span className={styles.quiet}>{run.asked_by ? backup.by(run.asked_by) : backup.byItself}</span>
        </p>
        {run.damaged > 0 && <p className={styles.problem}>{backup.damaged(run.damaged)}</p>}
        {run.state === 'failed' ? (
          <p className={styles.problem}>{run.problem}</p>
        ) : (
          run.ended_at && <p className={styles.quiet}>{backup.holds(run.rows, run.files, sizeOf(run.size))}</p>
        )}
      </div>
      {run.state === 'done' && (
        <>
          <Button size="small" busy={load.isPending} onClick={() => load.mutate(run.id)}>
            <Download size={16} aria-hidden />
            {backup.load}
          </Button>
          <IconButton label={backup.remove} onClick={onRemove}>
            <Trash2 size={16} aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  )
}
