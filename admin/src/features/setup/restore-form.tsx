import type { Output } from '@tongchuang/contract/call.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { adminMount, adminPages } from '@tongchuang/contract/paths.ts'
import { restoreAdmin } from '@tongchuang/contract/restore.admin.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { newKey } from '@tongchuang/ui/new-key.ts'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { ArchiveRestore, ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { bringBackup } from './bring.ts'
import styles from './setup-form.module.css'

type Restored = NonNullable<Output<typeof restoreAdmin.look>['restored']>
/** The steps of a restore: choosing the file, its upload in percent, and checking and restoring it on the server. */
type Step = { at: 'choose' } | { at: 'upload'; percent: number } | { at: 'restore' }

const again = 1_000

/** Polls until the restore has ended; a lost connection meanwhile is not a failure. */
const outcomeOf = async (upload: string): Promise<Restored> => {
  for (;;) {
    const answer = await sendQuietly(restoreAdmin.look, { upload }).catch((failure: unknown) => {
      if (failure instanceof CallFailed && failure.reason !== 'BUSY') throw failure
      return null
    })
    if (answer?.restored) return answer.restored
    await new Promise((resolve) => setTimeout(resolve, again))
  }
}

/** What was restored, and what was not. */
const Back = ({ restored }: { restored: Restored }) => {
  const { setup, shell } = useTexts()
  const language = useLanguage()
  const rest = restored.missing_count - restored.missing.length
  return (
    <div className={styles.form}>
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()}>
        {setup.restored}
      </h1>
      <p className={styles.lead}>
        {setup.restoredText(restored.site_name, formatMoment(restored.created_at, language))}
      </p>
      <dl className={styles.counts}>
        {(['people', 'guilds', 'works', 'files'] as const).map((what) => (
          <div key={what}>
            <dt>{setup.counts[what]}</dt>
            <dd>{restored[what].toLocaleString(language)}</dd>
          </div>
        ))}
      </dl>
      {restored.missing_count > 0 && (
        <Notice title={setup.missing(restored.missing_count)}>
          {shell.listed(restored.missing)}
          {rest > 0 && ` ${setup.andMore(rest)}`}
        </Notice>
      )}
      {!restored.keeps_secret && <p className={styles.small}>{setup.newSecret}</p>}
      {/* A full page load, because all data of this page belong to the empty school. */}
      <a className={buttonClass('primary')} href={basePath() + adminMount + adminPages.login}>
        {setup.logIn}
      </a>
      <p className={styles.small}>{setup.logInHint}</p>
      {restored.leaves_letters && <p className={styles.small}>{setup.lettersLeft}</p>}
    </div>
  )
}

/** Puts a backup into the new school instead of setting it up. */
export const RestoreForm = ({ setupKey, onBack }: { setupKey: string; onBack: () => void }) => {
  const { setup } = useTexts()
  const file = useRef<HTMLInputElement>(null)
  const stop = useRef<AbortController>(null)
  const [step, setStep] = useState<Step>({ at: 'choose' })
  const [problem, setProblem] = useState<string | null>(null)
  const [restored, setRestored] = useState<Restored | null>(null)

  useEffect(() => () => stop.current?.abort(), [])

  const take = async (backup: File | undefined) => {
    if (!backup) return
    const upload = newKey()
    const stopping = (stop.current = new AbortController())
    setProblem(null)
    setStep({ at: 'upload', percent: 0 })
    try {
      await bringBackup(backup, {
        upload,
        key: setupKey,
        signal: stopping.signal,
        onPercent: (percent) => setStep({ at: 'upload', percent }),
      })
      setStep({ at: 'restore' })
      await sendQuietly(restoreAdmin.begin, { key: setupKey, upload })
      setRestored(await outcomeOf(upload))
    } catch (failure) {
      if (!stopping.signal.aborted) setProblem(failureText(failure))
      setStep({ at: 'choose' })
    }
  }

  if (restored) return <Back restored={restored} />
  return (
    <div className={styles.form}>
      <h1>{setup.restoreHeading}</h1>
      <p className={styles.lead}>{setup.restoreLead}</p>
      <div role="alert">{problem && <Notice title={problem} />}</div>
      <input
        ref={file}
        hidden
        type="file"
        accept=".zip"
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {step.at === 'choose' ? (
        <>
          <Button tone="primary" size="big" wide onClick={() => file.current?.click()}>
            <ArchiveRestore size={18} aria-hidden />
            {setup.chooseBackup}
          </Button>
          <p className={styles.small}>{setup.backupHint}</p>
          <Button wide onClick={onBack}>
            <ArrowLeft size={16} aria-hidden />
            {setup.startAfresh}
          </Button>
        </>
      ) : (
        <div className={styles.progress}>
          <output>{step.at === 'upload' ? setup.uploading(step.percent) : setup.checking}</output>
          <progress
            max={100}
            {...(step.at === 'upload' && { value: step.percent })}
            aria-label={setup.restoreHeading}
          />
          {step.at === 'upload' ? (
            <Button onClick={() => stop.current?.abort()}>{setup.stop}</Button>
          ) : (
            <p className={styles.small}>{setup.checkingHint}</p>
          )}
        </div>
      )}
    </div>
  )
}
