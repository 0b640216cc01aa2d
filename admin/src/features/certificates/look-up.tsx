import type { Output } from '@tongchuang/contract/call.ts'
import { certificatesAdmin } from '@tongchuang/contract/certificates.admin.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { isNotFound } from '@tongchuang/contract/sender.ts'
import { useAddressQuery } from '@tongchuang/ui/address-query.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { formatDay } from '@tongchuang/ui/time.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleSlash } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { certificatesKey } from '../../queries/keys.ts'
import styles from './look-up.module.css'

type Found = Output<typeof certificatesAdmin.find>

const Answer = ({ found }: { found: Found }) => {
  const { certificates } = useTexts()
  const language = useLanguage()
  const { state, work } = found
  const isValid = state === 'valid'
  const Mark = isValid ? CircleCheck : CircleSlash
  return (
    <section className={styles.answer} data-state={state} aria-label={certificates.answer}>
      <h2>
        <Mark size={24} aria-hidden />
        {isValid
          ? certificates.valid
          : certificates.withdrawn(found.withdrawn_at ? formatDay(found.withdrawn_at, language) : '')}
      </h2>
      <dl>
        <dt>{certificates.number}</dt>
        <dd className="num">{found.number}</dd>
        <dt>{certificates.student}</dt>
        <dd>
          {work
            ? [work.real_name || work.nickname, work.student_no].filter(Boolean).join(' · ')
            : found.task_id === null
              ? certificates.goneWork
              : certificates.notYours}
        </dd>
        {work?.title && (
          <>
            <dt>{certificates.work}</dt>
            <dd>{work.title}</dd>
          </>
        )}
        <dt>{certificates.task}</dt>
        <dd>
          {found.task_id === null ? (
            certificates.goneTask
          ) : (
            <Link className="link" to={adminPaths.task(found.task_id)}>
              {found.task_title}
            </Link>
          )}
        </dd>
        <dt>{certificates.guild}</dt>
        <dd>
          <Link className="link" to={adminPaths.guild(found.guild_id)}>
            {found.guild_name}
          </Link>
        </dd>
        <dt>{certificates.on}</dt>
        <dd className="num">{formatDay(found.at, language)}</dd>
      </dl>
    </section>
  )
}

const Looked = ({ number }: { number: string }) => {
  const { certificates } = useTexts()
  const read = useQuery({
    queryKey: [...certificatesKey, number],
    queryFn: () => sendQuietly(certificatesAdmin.find, { number }),
  })
  if (read.data) return <Answer found={read.data} />
  if (read.error && isNotFound(read.error))
    return (
      <section className={styles.answer} aria-label={certificates.answer}>
        <h2>{certificates.unknown}</h2>
        <p>{certificates.unknownHint}</p>
      </section>
    )
  return read.error ? (
    <RegionError error={read.error} onRetry={() => void read.refetch()} />
  ) : (
    <SkeletonList count={1} height={240} />
  )
}

const Ask = ({ number, onAsk }: { number: string; onAsk: (number: string) => void }) => {
  const { certificates } = useTexts()
  const [typed, setTyped] = useState(number)
  return (
    <form
      className={styles.ask}
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim()) onAsk(typed.trim())
      }}
    >
      <Field
        label={certificates.numberLabel}
        hint={certificates.numberHint}
        value={typed}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" tone="primary">
        {certificates.look}
      </Button>
    </form>
  )
}

/** Looks up a certificate by its number, which is kept in the address. */
export const CertificateLookUp = () => {
  const { certificates, shell } = useTexts()
  const { query, change } = useAddressQuery()
  const number = query.get('number') ?? ''
  return (
    <>
      <PageHead title={shell.titles.certificates} lead={certificates.lead} />
      <Ask number={number} onAsk={(next) => change({ number: next })} />
      <div aria-live="polite">{number && <Looked number={number.slice(0, 40)} />}</div>
    </>
  )
}
