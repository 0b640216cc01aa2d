import { useMemo } from 'react'
import { compareTexts, type Piece } from './compare-texts.ts'
import type { PreviewFile } from './file-preview.tsx'
import { FilesInPlace } from './files-in-place.tsx'
import { useLanguage } from './language.ts'
import { ReadFailure } from './read-failure.tsx'
import { SelectField } from './select-field.tsx'
import { Skeleton } from './skeleton.tsx'
import { wordsOfStored } from './stored-html.tsx'
import { compareTextsOf } from './texts/compare.ts'
import styles from './version-pair.module.css'

/** The parts of a version that are compared; the answers in words, each with its question. */
export type ComparedVersion = {
  content_html: string
  files: readonly PreviewFile[]
  answerWords?: readonly { label: string; words: string }[]
}

/** The version on one side, and a function that chooses another. */
type Side = { id: number; choose: (id: number) => void }
type Read = { data: ComparedVersion | undefined; error: unknown; refetch: () => unknown }

const Text = ({ pieces, as: Mark }: { pieces: readonly Piece[]; as: 'ins' | 'del' }) => {
  const texts = compareTextsOf[useLanguage()]
  if (pieces.length === 0) return <p className={styles.none}>{texts.noText}</p>
  return (
    <ol className={styles.text}>
      {pieces.map(({ text, isOnly }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same sentence may stand twice, and the list never changes its order
        <li key={index}>{isOnly ? <Mark>{text}</Mark> : text}</li>
      ))}
    </ol>
  )
}

/** The files of one version: their names, marked if the other version does not have them, and the files themselves. */
const Files = ({
  of: { files },
  other,
  label,
  as: Mark,
}: {
  of: ComparedVersion
  other: ComparedVersion
  label: string
  as: 'ins' | 'del'
}) =>
  files.length === 0 ? null : (
    <div className={styles.files}>
      <ul>
        {files.map(({ id, name }) => (
          <li key={id}>{other.files.some((one) => one.id === id) ? name : <Mark>{name}</Mark>}</li>
        ))}
      </ul>
      <FilesInPlace files={files} label={label} />
    </div>
  )

const wordsIn = ({ content_html, answerWords = [] }: ComparedVersion): string =>
  [wordsOfStored(content_html), ...answerWords.map(({ label, words }) => `${label}\n${words}`)].join('\n')

const Both = ({ before, after }: { before: ComparedVersion; after: ComparedVersion }) => {
  const texts = compareTextsOf[useLanguage()]
  const [one, other] = [wordsIn(before), wordsIn(after)]
  const pieces = useMemo(() => compareTexts(one, other), [one, other])
  const changes = [...pieces.before, ...pieces.after].filter(({ isOnly }) => isOnly).length
  return (
    <>
      <output className={styles.none}>{texts.changes(changes)}</output>
      <div className={styles.sides}>
        <section aria-label={texts.before}>
          <h3 className={styles.side}>{texts.before}</h3>
          <Text pieces={pieces.before} as="del" />
          <Files of={before} other={after} label={texts.filesOf(texts.before)} as="del" />
        </section>
        <section aria-label={texts.after}>
          <h3 className={styles.side}>{texts.after}</h3>
          <Text pieces={pieces.after} as="ins" />
          <Files of={after} other={before} label={texts.filesOf(texts.after)} as="ins" />
        </section>
      </div>
    </>
  )
}

/**
 * Two versions of one work side by side, or one above the other on a narrow screen: removed text, added text, and their
 * files.
 */
export const VersionPair = ({
  versions,
  before,
  after,
  read,
}: {
  versions: readonly { id: number; label: string }[]
  before: Side
  after: Side
  /** The reads of the two versions, the earlier one first. */
  read: readonly [Read, Read]
}) => {
  const texts = compareTextsOf[useLanguage()]
  const [first, last] = read
  const choice = (label: string, { id, choose }: Side) => (
    <SelectField label={label} value={String(id)} onChange={(chosen) => choose(Number(chosen))}>
      {versions.map((version) => (
        <option key={version.id} value={version.id}>
          {version.label}
        </option>
      ))}
    </SelectField>
  )
  return (
    <>
      <div className={styles.choices}>
        {choice(texts.before, before)}
        {choice(texts.after, after)}
      </div>
      {first.data && last.data ? (
        <Both key={`${before.id}-${after.id}`} before={first.data} after={last.data} />
      ) : first.error || last.error ? (
        <ReadFailure of={read} />
      ) : (
        <Skeleton height={320} />
      )}
    </>
  )
}
