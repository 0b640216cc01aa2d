import type { PreviewFile } from '@tongchuang/ui/file-preview.tsx'
import { MarkCrop } from '@tongchuang/ui/mark-crop.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { StateIcon } from '@tongchuang/ui/state-icon.tsx'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { submissionQuery } from '../../queries/student-task.ts'
import type { Feedback, StudentTask } from '../../queries/student-task.ts'
import { newestOf } from './open-dialog-state.ts'
import styles from './mended-places.module.css'
import { MendToggle } from './mend-toggle.tsx'

/** The version number is shown only to the author. */
type Version = { version: number | null; files: readonly PreviewFile[] }
type Area = Feedback['areas'][number]

const drawable = ({ files }: Version) => files.filter(({ kind }) => kind === 'image' || kind === 'pdf')

/** The place of a mark in a version: in the picture it was drawn on, or in the one that replaced it. */
const Cut = ({ of, at, mark, number }: { of: Version; at: number; mark: Area; number: number }) => {
  const { taskDetail: texts } = useTexts()
  const file = drawable(of)[at]
  const version = of.version ?? 1
  return (
    <figure className={styles.cut}>
      <figcaption className="num">{texts.version(version)}</figcaption>
      {file?.kind === 'image' ? (
        <MarkCrop file={file} points={mark.points} alt={texts.cutOf(version, number)} />
      ) : (
        <p>{file ? texts.pageOfVersion(file.name, mark.page) : texts.noSuchPage}</p>
      )}
    </figure>
  )
}

const Row = ({
  feedback,
  kind,
  place,
  number,
  words,
  mark,
  versions,
}: {
  feedback: Feedback
  kind: 'text' | 'area'
  place: number
  number: number
  words: string
  /** Set for a mark on a page. */
  mark?: Area
  versions: { before: Version; after: Version }
}) => {
  const { taskDetail: texts } = useTexts()
  const { before, after } = versions
  const isMended = feedback.mended.some((one) => one.kind === kind && one.place === place)
  const at = mark ? drawable(before).findIndex(({ id }) => id === mark.file_id) : -1
  return (
    <li>
      <div className={styles.said}>
        {!isMended && (
          <p className={styles.open}>
            <StateIcon state="returned" size={18} />
            {texts.notMended}
          </p>
        )}
        <p>{texts.lastTime(words)}</p>
        <MendToggle feedback={feedback} kind={kind} place={place} number={number} />
      </div>
      {mark && at >= 0 && (
        <>
          <Cut of={before} at={at} mark={mark} number={number} />
          <Cut of={after} at={at} mark={mark} number={number} />
        </>
      )}
    </li>
  )
}

const Rows = ({ feedback, before, after }: { feedback: Feedback; before: Version; after: Version }) => {
  const { taskDetail: texts } = useTexts()
  const { marks, areas } = feedback
  const versions = { before, after }
  return (
    <ol className={styles.rows}>
      {marks.map(({ text }, at) => (
        <Row key={`text${at}`} {...{ feedback, versions }} kind="text" place={at} number={at + 1} words={text} />
      ))}
      {areas.map((mark, at) => (
        <Row
          key={`area${mark.id}`}
          {...{ feedback, versions, mark }}
          kind="area"
          place={mark.id}
          number={marks.length + at + 1}
          words={mark.text || texts.lineOnly}
        />
      ))}
    </ol>
  )
}

/** The marks of a returned work one by one: whether each is mended, and how its place looked before and looks now. */
export const MendedPlaces = ({ page, feedback }: { page: StudentTask; feedback: Feedback }) => {
  const { taskDetail: texts } = useTexts()
  const before = useQuery(submissionQuery(feedback.submit_id ?? 0))
  const after = useQuery(submissionQuery(newestOf(page)?.id ?? 0))
  const all = feedback.marks.length + feedback.areas.length
  return (
    <section className={styles.places} aria-labelledby="mended-places">
      <h2 id="mended-places">
        {texts.mendedWhich}{' '}
        <small className="num">
          {texts.mendedSince(feedback.version ?? 1)}
          {texts.mendedCount(feedback.mended.length, all)}
        </small>
      </h2>
      <ReadFailure of={before} />
      {before.data && after.data ? (
        <Rows feedback={feedback} before={before.data} after={after.data} />
      ) : (
        (before.isPending || after.isPending) && <Skeleton height={160} />
      )}
    </section>
  )
}
