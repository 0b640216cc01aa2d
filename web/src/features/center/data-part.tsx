import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { explainDownload } from '@tongchuang/ui/wechat.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './choices.module.css'
import { deletionQuery, exportQuery, useDeletion, useExport } from './privacy-queries.ts'
import { SettingsPart } from './settings-part.tsx'

const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx').then((module) => module.DeleteDialog))

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(bytes < 10 * 2 ** 20 ? 1 : 0)

/** A copy of all data stored about the user, and the request to delete it. */
export const DataPart = () => {
  const { center } = useTexts()
  const language = useLanguage()
  const copy = useQuery(exportQuery)
  const make = useExport()
  const deletion = useQuery(deletionQuery)
  const change = useDeletion()
  const [open, setOpen] = useState(false)
  const isWaiting = copy.data?.status === 'waiting'
  return (
    <SettingsPart title={center.data} hint={center.dataHint}>
      <ReadFailure of={[copy, deletion]} />
      <div className={styles.buttons}>
        {copy.data?.link && (
          <a className={buttonClass('primary')} href={copy.data.link} download onClick={explainDownload}>
            {center.download(megabytes(copy.data.size))}
          </a>
        )}
        <Button busy={make.isPending || isWaiting} onClick={() => make.mutate()}>
          {copy.data?.link ? center.exportAgain : center.export}
        </Button>
      </div>
      <output className={styles.note}>
        {isWaiting && center.exportWaiting}
        {copy.data?.status === 'failed' && center.exportFailed}
        {copy.data?.until && center.exportUntil(formatMoment(copy.data.until, language))}
      </output>
      {deletion.data?.status === 'open' ? (
        <>
          <p className={styles.note}>{center.deletionOpen(formatMoment(deletion.data.asked_at ?? 0, language))}</p>
          <Button busy={change.isPending} onClick={() => change.mutate({ action: 'cancel' })}>
            {center.deletionCancel}
          </Button>
        </>
      ) : (
        <>
          {deletion.data?.status === 'refused' && (
            <p className={styles.note}>{center.deletionRefused(deletion.data.answer)}</p>
          )}
          <Button tone="text" className={styles.delete} onClick={() => setOpen(true)}>
            {center.deletionAsk}
          </Button>
        </>
      )}
      {open && (
        <Suspense>
          <DeleteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </SettingsPart>
  )
}
