import { CallFailed } from '@tongchuang/contract/sender.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { sizeOf } from '@tongchuang/ui/file-size.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { receiptQuery } from './queries.ts'
import styles from './requests.module.css'

const Found = ({ no }: { no: string }) => {
  const { review } = useTexts()
  const language = useLanguage()
  const { data, error, refetch } = useQuery(receiptQuery(no))
  if (error instanceof CallFailed && (error.reason === 'NOT_FOUND' || error.reason === 'INVALID'))
    return <output className={styles.none}>{review.receiptNone}</output>
  if (error) return <RegionError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  return (
    <section className={styles.receipt} aria-label={data.no}>
      <h2>
        {review.receiptFound(
          data.student.real_name || data.student.nickname,
          data.task_title,
          data.version,
          formatMoment(data.at, language),
        )}
      </h2>
      <p className={styles.facts}>
        {data.late && <span>{review.late}</span>}
        <Link className="link" to={adminPaths.reviewOf(data.submit_id)}>
          {review.openWork}
        </Link>
      </p>
      <dl>
        <div>
          <dt>{review.hashOfText}</dt>
          <dd>{data.sha256[0]}</dd>
        </div>
        {data.files.map(({ name, size, sha256 }) => (
          <div key={`${name}${sha256}`}>
            <dt>
              {name} · {sizeOf(size)}
            </dt>
            <dd>{sha256}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Looks up what was received and when, by the number of a student’s receipt. */
export const Receipt = ({ no, onLook }: { no: string; onLook: (no: string) => void }) => {
  const { review } = useTexts()
  const [typed, setTyped] = useState(no)
  const form = useId()
  return (
    <>
      <form
        id={form}
        className={styles.look}
        onSubmit={(event) => {
          event.preventDefault()
          onLook(typed.trim())
        }}
      >
        <Field
          label={review.receiptNo}
          hint={review.receiptHint}
          maxLength={40}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button tone="primary" type="submit">
          {review.find}
        </Button>
      </form>
      {no.length >= 3 && <Found key={no} no={no} />}
    </>
  )
}
