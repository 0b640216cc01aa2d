import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import field from '@tongchuang/ui/field.module.css'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './choices.module.css'
import { calendarQuery, useCalendar } from './privacy-queries.ts'
import { SettingsPart } from './settings-part.tsx'

/** The private address of my due dates for calendar programs. */
export const CalendarPart = () => {
  const { center } = useTexts()
  const { data, error, refetch } = useQuery(calendarQuery)
  const change = useCalendar()
  const [asking, setAsking] = useState<'reset' | 'off' | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const address = data?.url ?? ''

  const copy = async () => {
    // The clipboard exists only on https and on this machine; elsewhere the address is selected for copying by hand.
    const copied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    )
    if (copied) showToast(center.copied, 'success')
    else {
      input.current?.select()
      showToast(center.copyByHand, 'warning')
    }
  }
  const confirm = (action: 'reset' | 'off') =>
    change.mutate(action, {
      onSuccess: () => {
        setAsking(null)
        showToast(action === 'reset' ? center.calendarReset : center.calendarOff, 'success')
      },
    })

  return (
    <SettingsPart title={center.calendar} hint={center.calendarHint}>
      {error && !data && <RegionError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={44} />}
      {data && !data.path && (
        <Button busy={change.isPending} onClick={() => change.mutate('make')}>
          {center.calendarMake}
        </Button>
      )}
      {data?.path && (
        <>
          <input
            ref={input}
            className={`${field.input} ${styles.address}`}
            readOnly
            aria-label={center.calendarAddress}
            value={address}
          />
          <div className={styles.buttons}>
            <Button onClick={() => void copy()}>{center.copy}</Button>
            <Button onClick={() => setAsking('reset')}>{center.reset}</Button>
            <Button tone="text" onClick={() => setAsking('off')}>
              {center.turnOff}
            </Button>
          </div>
        </>
      )}
      {asking && (
        <Dialog
          title={asking === 'reset' ? center.resetTitle : center.offTitle}
          onClose={() => setAsking(null)}
          actions={
            <Button tone="primary" busy={change.isPending} onClick={() => confirm(asking)}>
              {asking === 'reset' ? center.reset : center.turnOff}
            </Button>
          }
        >
          <p>{center.resetText}</p>
        </Dialog>
      )}
    </SettingsPart>
  )
}
