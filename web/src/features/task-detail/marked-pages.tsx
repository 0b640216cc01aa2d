import type { AreaMark } from '@tongchuang/contract/area-marks.ts'
import { AreaOverlay } from '@tongchuang/ui/area-overlay.tsx'
import type { PreviewFile } from '@tongchuang/ui/file-preview.tsx'
import { FileStage } from '@tongchuang/ui/file-stage.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useStage, type Stage } from '@tongchuang/ui/use-stage.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { submissionQuery } from '../../queries/student-task.ts'
import type { Feedback } from '../../queries/student-task.ts'
import styles from './marked-pages.module.css'
import { VoiceNotes } from './voice-notes.tsx'

type Numbered = AreaMark & { number: number }
/** Renders what is shown below a mark's text, given its id and number. */
type Toggle = (id: number, number: number) => ReactNode
type Chosen = { number: number | null; choose: (number: number) => void }

/** The teacher’s marks on the pages as text, readable without the pictures. */
const Words = ({
  marks,
  files,
  chosen,
  toggle,
  onLook,
  voices,
}: {
  voices: Feedback['voices']
  marks: readonly Numbered[]
  toggle: Toggle
  files: readonly PreviewFile[]
  chosen: Chosen
  onLook: ((mark: Numbered) => void) | null
}) => {
  const { taskDetail: texts } = useTexts()
  const names = new Map(files.map(({ id, name }) => [id, name]))
  return (
    <ol className={styles.words} aria-label={texts.onPages}>
      {marks.map((mark) => {
        const { number, shape, text, file_id, page } = mark
        const name = names.get(file_id ?? 0)
        const said = voices.filter(({ file }) => file !== null && file.id === mark.audio_id)
        return (
          <li key={number} data-chosen={chosen.number === number || undefined}>
            {onLook && name !== undefined ? (
              <button
                type="button"
                className="no-print"
                aria-label={texts.lookAtMark(number)}
                onClick={() => {
                  chosen.choose(number)
                  onLook(mark)
                }}
              >
                <b className="num">{number}</b>
              </button>
            ) : (
              <b className="num" aria-hidden>
                {number}
              </b>
            )}
            <div>
              {text || texts.lineOnly}
              <small>
                {name === undefined ? texts.shapes[shape] : texts.markPlace(texts.shapes[shape], name, page)}
              </small>
              {said.length > 0 && <VoiceNotes voices={said} />}
              {toggle(mark.id, number)}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

const Pages = ({ stage, marks, chosen }: { stage: Stage; marks: readonly Numbered[]; chosen: Chosen }) => {
  const { taskDetail: texts } = useTexts()
  const [isShown, setShown] = useState(true)
  const { onPages, showMarks } = texts
  const on = (file_id: number, page: number) => marks.filter((one) => one.file_id === file_id && one.page === page)
  if (!stage.place) return <h3>{onPages}</h3>
  return (
    <div className={styles.drawn} data-pages>
      <div className={styles.head}>
        <h3>{onPages}</h3>
        <label className={`${styles.toggle} no-print`}>
          <input type="checkbox" checked={isShown} onChange={(event) => setShown(event.target.checked)} />
          {showMarks}
        </label>
      </div>
      <div className={styles.stage}>
        <FileStage
          stage={stage}
          overlay={(place, frame) =>
            isShown && (
              <AreaOverlay
                marks={on(place.file.id, place.page)}
                chosen={chosen.number}
                frame={frame}
                labelOf={({ number, text }) => texts.markNumber(number, text || texts.lineOnly)}
                onChoose={chosen.choose}
              />
            )
          }
          marksOn={(place) => on(place.file.id, place.page).length}
        />
      </div>
    </div>
  )
}

const Drawn = ({
  files,
  marks,
  chosen,
  toggle,
  voices,
}: {
  voices: Feedback['voices']
  toggle: Toggle
  files: readonly PreviewFile[]
  marks: readonly Numbered[]
  chosen: Chosen
}) => {
  const first = marks.find(({ file_id }) => files.some(({ id }) => id === file_id))
  const stage = useStage(files, first?.file_id ? { file_id: first.file_id, page: first.page } : undefined)
  return (
    <>
      <Pages stage={stage} marks={marks} chosen={chosen} />
      <Words
        marks={marks}
        files={files}
        chosen={chosen}
        toggle={toggle}
        voices={voices}
        onLook={({ file_id, page }) => file_id !== null && stage.show(file_id, page)}
      />
    </>
  )
}

/** The student’s pages with the teacher’s drawn marks, followed by the same marks as text. */
export const MarkedPages = ({
  feedback,
  submit_id,
  toggle,
}: {
  feedback: Feedback
  submit_id: number
  toggle: Toggle
}) => {
  const { taskDetail: texts } = useTexts()
  const { data: work, error, refetch } = useQuery(submissionQuery(submit_id))
  const [number, choose] = useState<number | null>(null)
  const marks = feedback.areas.map((mark, at) => ({ ...mark, number: at + 1 }))
  const files = work?.files.filter(({ kind }) => kind === 'image' || kind === 'pdf') ?? []
  const chosen = { number, choose }
  const { voices } = feedback
  return (
    <section className={styles.pages} aria-label={texts.onPages}>
      {work ? (
        <Drawn files={files} marks={marks} chosen={chosen} toggle={toggle} voices={voices} />
      ) : (
        <>
          <h3>{texts.onPages}</h3>
          {error ? <RegionError error={error} onRetry={() => void refetch()} /> : <Skeleton height={320} />}
          <Words marks={marks} files={[]} chosen={chosen} toggle={toggle} voices={voices} onLook={null} />
        </>
      )}
    </section>
  )
}
