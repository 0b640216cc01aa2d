import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { wordsOfStored } from '@tongchuang/ui/stored-html.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { compareTexts, type Piece } from './compare-rules.ts'
import styles from './compare.module.css'
import { workQuery } from '../../queries/review.ts'

const Text = ({ pieces, as: Mark }: { pieces: readonly Piece[]; as: 'ins' | 'del' }) => {
  const { review } = useTexts()
  if (pieces.length === 0) return <p className={styles.none}>{review.noText}</p>
  return (
    <ol className={styles.text}>
      {pieces.map(({ text, isOnly }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same sentence may stand twice, and the list never changes its order
        <li key={index}>{isOnly ? <Mark>{text}</Mark> : text}</li>
      ))}
    </ol>
  )
}

const Files = ({ work, other, as: Mark }: { work: ReviewWork; other: ReviewWork; as: 'ins' | 'del' }) => {
  const { review } = useTexts()
  if (work.files.length === 0) return null
  return (
    <section className={styles.files}>
      <h3>{review.files}</h3>
      <ul>
        {work.files.map(({ id, name }) => (
          <li key={id}>{other.files.some((one) => one.id === id) ? name : <Mark>{name}</Mark>}</li>
        ))}
      </ul>
    </section>
  )
}

/** Two versions of one student beside each other: what was taken out on the left, what came in on the right. */
export const CompareDialog = ({ work, onClose }: { work: ReviewWork; onClose: () => void }) => {
  const { review } = useTexts()
  const language = useLanguage()
  // Newest first: the one under review against the one before it.
  const at = work.versions.findIndex(({ submit_id }) => submit_id === work.submit_id)
  const [afterId, setAfterId] = useState((work.versions[at + 1] ? work : work.versions[0])?.submit_id ?? work.submit_id)
  const [beforeId, setBeforeId] = useState(work.versions[at + 1]?.submit_id ?? work.submit_id)
  const before = useQuery(workQuery(beforeId))
  const after = useQuery(workQuery(afterId))
  const pieces = useMemo(
    () =>
      before.data &&
      after.data &&
      compareTexts(wordsOfStored(before.data.content_html), wordsOfStored(after.data.content_html)),
    [before.data, after.data],
  )
  const choice = (label: string, value: number, onChange: (id: number) => void) => (
    <SelectField label={label} value={String(value)} onChange={(id) => onChange(Number(id))}>
      {work.versions.map(({ submit_id, version, submitted_at }) => (
        <option key={submit_id} value={submit_id}>
          {`${review.version(version)} · ${formatMoment(submitted_at, language)}`}
        </option>
      ))}
    </SelectField>
  )
  const changes = pieces ? [...pieces.before, ...pieces.after].filter(({ isOnly }) => isOnly).length : null
  return (
    <Dialog title={review.compare} size="large" wide onClose={onClose}>
      <div className={styles.sides}>
        {choice(review.compareBefore, beforeId, setBeforeId)}
        {choice(review.compareAfter, afterId, setAfterId)}
      </div>
      {[before, after].some(({ error, data }) => error && !data) ? (
        <ReadFailure of={[before, after]} />
      ) : !pieces || !before.data || !after.data ? (
        <Skeleton height={320} />
      ) : (
        <>
          <output className={styles.none}>{review.compareChanges(changes ?? 0)}</output>
          <div className={styles.sides}>
            <section aria-label={review.compareBefore}>
              <Text pieces={pieces.before} as="del" />
              <Files work={before.data} other={after.data} as="del" />
            </section>
            <section aria-label={review.compareAfter}>
              <Text pieces={pieces.after} as="ins" />
              <Files work={after.data} other={before.data} as="ins" />
            </section>
          </div>
        </>
      )}
    </Dialog>
  )
}
