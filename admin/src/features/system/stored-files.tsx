import type { Output } from '@tongchuang/contract/call.ts'
import { systemAdmin } from '@tongchuang/contract/system.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { TextArea } from '@tongchuang/ui/field.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './system-state.module.css'
import { systemKey } from '../../queries/keys.ts'

type System = Output<typeof systemAdmin.read>
type Stop = System['stops'][number]

const leastLetters = 2

/** Asks for the reason to continue a stopped removal; the text stays until it is sent. */
const ContinueDialog = ({ stop: { job, wanted, total }, onClose }: { stop: Stop; onClose: () => void }) => {
  const { system } = useTexts()
  const queries = useQueryClient()
  const [reason, setReason] = useStaffText(`removal:${job}`)
  const { mutate, isPending } = useMutation({
    mutationFn: () => sendQuietly(systemAdmin.continueRemoval, { job, wanted, reason: reason.trim() }),
    onSuccess: () => {
      setReason('')
      onClose()
      showToast(system.continued, 'success')
    },
    onError: (error) => showToast(failureText(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: systemKey }),
  })
  const isReady = [...reason.trim()].length >= leastLetters
  return (
    <Dialog
      title={system.continueTitle}
      onClose={onClose}
      unsaved={false}
      actions={
        <>
          <Button onClick={onClose}>{system.cancel}</Button>
          <Button tone="danger" busy={isPending} blocked={!isReady} onClick={() => isReady && mutate()}>
            {system.continueNumber(wanted)}
          </Button>
        </>
      }
    >
      <TextArea
        label={system.continueReason}
        hint={system.continueText(wanted, total)}
        rows={3}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  )
}

/** Removals that stopped because they would remove too much, each waiting for an administrator’s decision. */
export const StoppedRemovals = ({ stops }: Pick<System, 'stops'>) => {
  const { system } = useTexts()
  const [asked, setAsked] = useState<Stop | null>(null)
  return (
    <section aria-labelledby="stops">
      <h2 id="stops">{system.stops}</h2>
      <p className={styles.explained}>{system.stopsText}</p>
      <ul className={styles.stored}>
        {stops.map((stop) => (
          <li key={stop.job}>
            <div>
              <b>{system.jobNames[stop.job] ?? stop.job}</b>
              <p>{system.stopNumbers(stop.wanted, stop.total)}</p>
              <small>
                <Moment at={stop.found_at} />
              </small>
            </div>
            <Button onClick={() => setAsked(stop)}>{system.continue}</Button>
          </li>
        ))}
      </ul>
      {asked && <ContinueDialog stop={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

/** Files whose stored content differs from what was uploaded. */
export const DamagedFiles = ({ damaged: { total, list } }: Pick<System, 'damaged'>) => {
  const { system } = useTexts()
  return (
    <section aria-labelledby="damaged">
      <h2 id="damaged">{system.damagedFiles(total)}</h2>
      <p className={styles.explained}>{system.damagedText}</p>
      <ul className={styles.stored}>
        {list.map(({ id, name, owner, task, damage }) => (
          <li key={id}>
            <div>
              <b>{name}</b>
              <p>{system.damagedOf(owner, task)}</p>
            </div>
            <span>{system.damages[damage]}</span>
          </li>
        ))}
      </ul>
      {total > list.length && <p className={styles.explained}>{system.moreDamaged(total - list.length)}</p>}
    </section>
  )
}
