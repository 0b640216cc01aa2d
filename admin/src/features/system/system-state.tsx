import type { Output } from '@tongchuang/contract/call.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { systemAdmin } from '@tongchuang/contract/system.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import table from '@tongchuang/ui/data-table.module.css'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Field } from '@tongchuang/ui/field.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent, RefObject } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Examination } from './examination.tsx'
import { DamagedFiles, StoppedRemovals } from './stored-files.tsx'
import styles from './system-state.module.css'
import { systemKey } from '../../queries/keys.ts'

/** Findings already explained by their own section or by the figures. */
const counted: ReadonlySet<string> = new Set(['DISK', 'FILES_DAMAGED', 'REMOVAL_STOPPED'])

const gigabytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GB`

const TestMail = () => {
  const { system } = useTexts()
  const [to, setTo] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await sendQuietly(systemAdmin.testMail, { to: to.trim() })
      showToast(system.testQueued(to.trim()), 'success')
    } catch (failure) {
      if (failure instanceof CallFailed) setError(failureText(failure))
      else showToast(failureText(failure))
    }
    setBusy(false)
  }
  return (
    <form className={styles.test} noValidate onSubmit={(event) => void submit(event)}>
      <Field
        label={system.testTo}
        type="email"
        autoComplete="email"
        maxLength={254}
        value={to}
        onChange={(event) => setTo(event.target.value)}
        error={error}
      />
      <Button type="submit" busy={busy}>
        {system.testMail}
      </Button>
    </form>
  )
}

/** The heading that takes the focus when a stopped removal disappears together with its button. */
const useFocusBack = (stops: number) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const stopped = useRef(0)
  useEffect(() => {
    if (stops < stopped.current && document.activeElement === document.body) heading.current?.focus()
    stopped.current = stops
  }, [stops])
  return heading
}

type State = Output<typeof systemAdmin.read>

const Findings = ({
  findings,
  heading,
}: {
  findings: State['findings']
  heading: RefObject<HTMLHeadingElement | null>
}) => {
  const { system } = useTexts()
  return (
    <section aria-labelledby="findings">
      <h2 id="findings" tabIndex={-1} ref={heading}>
        {system.findings}
      </h2>
      {findings.length === 0 ? (
        <p className={styles.fine}>
          <CircleCheck size={18} aria-hidden />
          {system.fine}
        </p>
      ) : (
        <ul className={styles.findings}>
          {findings.map(({ kind, detail }) => (
            <li key={kind}>
              <TriangleAlert size={18} aria-hidden />
              <div>
                <b>{system.kinds[kind].title}</b>
                <p>{system.kinds[kind].advice}</p>
                {detail && !counted.has(kind) && <small>{detail}</small>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const Figures = ({ state }: { state: State }) => {
  const { system } = useTexts()
  const figures = [
    [system.version, `${state.version} · Node ${state.node.replace(/^v/, '')}`],
    [system.database, { sqlite: 'SQLite', postgres: 'PostgreSQL' }[state.database]],
    [system.disk, system.diskFree(gigabytes(state.disk.free), gigabytes(state.disk.total))],
    [system.mail, state.mail.enabled ? system.mailState(state.mail.waiting, state.mail.failed) : system.mailOff],
    [system.events, system.eventState(state.events.waiting, state.events.failing)],
  ]
  return (
    <section aria-labelledby="figures">
      <h2 id="figures">{system.figures}</h2>
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const Jobs = ({ jobs }: { jobs: State['jobs'] }) => {
  const { system } = useTexts()
  const language = useLanguage()
  const when = (at: string | null) => (at ? formatMoment(at, language) : '–')
  return (
    <section>
      <h2 id="jobs">{system.jobs}</h2>
      <ScrollArea label={system.jobs}>
        <table className={`${table.table} ${styles.jobs}`}>
          <thead>
            <tr>
              <th>{system.job}</th>
              <th>{system.lastRun}</th>
              <th>{system.nextRun}</th>
              <th>{system.state}</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ name, running, last_at, next_at, failed_at, failed_reason }) => (
              <tr key={name}>
                <th scope="row">
                  {system.jobNames[name] ?? name}
                  <code className={table.sub}>{name}</code>
                </th>
                <td>{when(last_at)}</td>
                <td>{when(next_at)}</td>
                <td>
                  {running ? system.running : failed_at ? system.jobFailed(when(failed_at)) : system.waiting}
                  {failed_reason && <span className={table.sub}>{failed_reason}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  )
}

/** The state of the server: the findings first, then the figures, the jobs and the mail. */
export const SystemState = () => {
  const { system } = useTexts()
  const language = useLanguage()
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: systemKey,
    queryFn: () => sendQuietly(systemAdmin.read),
    refetchInterval: 30_000,
  })
  const heading = useFocusBack(data?.stops.length ?? 0)
  if (error && !data)
    return (
      <>
        <PageHead title={system.title} />
        <RegionError error={error} onRetry={() => void refetch()} />
      </>
    )
  if (!data)
    return (
      <>
        <PageHead title={system.title} />
        <SkeletonList count={6} height={56} gap={8} />
      </>
    )
  return (
    <>
      <PageHead title={system.title} />
      <div className={styles.page}>
        {error && (
          // Typed text and examination results below stay: the next attempt is half a minute away.
          <output className={styles.from}>
            {system.from(formatMoment(new Date(dataUpdatedAt).toISOString(), language))}
          </output>
        )}
        <Findings findings={data.findings} heading={heading} />
        {data.stops.length > 0 && <StoppedRemovals stops={data.stops} />}
        {data.damaged.total > 0 && <DamagedFiles damaged={data.damaged} />}
        <Examination />
        <Figures state={data} />
        {data.mail.enabled && (
          <section aria-labelledby="mail">
            <h2 id="mail">{system.mail}</h2>
            <TestMail />
            {data.mail.last_failure && <p className={styles.failure}>{system.lastFailure(data.mail.last_failure)}</p>}
          </section>
        )}
        <Jobs jobs={data.jobs} />
      </div>
    </>
  )
}
