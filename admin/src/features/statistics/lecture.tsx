import { adminPaths } from '@tongchuang/contract/paths.ts'
import { isNotFound } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useModal } from '@tongchuang/ui/use-modal.ts'
import { useSearchParamsState } from '@tongchuang/ui/use-search-params-state.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { chosenComments } from './chosen-comments.ts'
import { LectureErrors } from './lecture-errors.tsx'
import { LectureQuestion } from './lecture-question.tsx'
import styles from './lecture.module.css'
import { statisticsQuery, type Counted, type Statistics } from './queries.ts'

const countedIn = (task: number | undefined, set: number | undefined): Counted =>
  set === undefined ? { task_id: task ?? 0 } : { set_id: set }

const toggleFullScreen = (): void => {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()
  // A browser may refuse full screen; the page then fills its window.
  done?.catch(() => undefined)
}

/** The visible question, whether its answer is shown, and the keys for both. */
const useStage = ({ questions, keys_told }: Pick<Statistics, 'questions' | 'keys_told'>) => {
  const [at, setAt] = useState(0)
  const [isShown, setIsShown] = useState(false)
  const [isBlack, setIsBlack] = useState(false)
  /** Whether authors are named; requested anew for each question. */
  const [isNamed, setIsNamed] = useState(false)
  /** Whether the teacher was warned that students can still submit. */
  const [isWarned, setIsWarned] = useState(false)
  const go = (to: number) => {
    if (to < 0 || to >= questions.length) return
    setAt(to)
    setIsShown(false)
    setIsWarned(false)
    setIsNamed(false)
  }
  const reveal = () => {
    if (isShown) return setIsShown(false)
    if (!keys_told && !isWarned) return setIsWarned(true)
    setIsShown(true)
  }
  const acts: Record<string, () => void> = {
    ' ': reveal,
    ArrowRight: () => go(at + 1),
    PageDown: () => go(at + 1),
    ArrowLeft: () => go(at - 1),
    PageUp: () => go(at - 1),
    b: () => setIsBlack(!isBlack),
    n: () => setIsNamed(!isNamed),
    f: toggleFullScreen,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    // The space key on a focused button presses that button.
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return
    event.preventDefault()
    act()
  }
  return {
    at,
    isShown,
    isBlack,
    isNamed,
    name: () => setIsNamed(!isNamed),
    isWarned: isWarned && !isShown,
    go,
    reveal,
    onKeyDown,
    showAgain: () => setIsBlack(false),
  }
}

const Key = ({ name, words }: { name: string; words: string }) => (
  <span className={styles.key}>
    <kbd>{name}</kbd>
    {words}
  </span>
)

type StageProps = {
  data: Statistics
  /** The comments that the teacher chose. */
  errors: Statistics['comments']
  onClose: () => void
}

const Stage = ({ data, errors, onClose }: StageProps) => {
  const { lecture } = useTexts()
  const { questions } = data
  const stage = useStage(data)
  const dialog = useModal(onClose)
  const { at, isShown, isBlack, isWarned, go, reveal } = stage
  const shown = questions[at]
  const hasErrors = isShown && errors.length > 0
  const mayName = hasErrors && errors.some(({ places }) => places.length > 0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys have twins in the buttons
    <dialog ref={dialog} className={styles.stage} aria-labelledby="lecture" onKeyDown={stage.onKeyDown}>
      <div className={styles.sheet}>
        <header className={styles.top}>
          <h1 id="lecture">{lecture.heading(data.title)}</h1>
          <span>{data.classes.map(({ guild_name }) => guild_name).join(lecture.comma)}</span>
          {mayName && (
            <Button size="small" aria-pressed={stage.isNamed} onClick={stage.name}>
              {stage.isNamed ? lecture.named : lecture.nameless}
            </Button>
          )}
          <Button size="small" onClick={onClose}>
            {lecture.close}
          </Button>
        </header>
        {shown ? (
          <div className={styles.middle} data-two={hasErrors || undefined}>
            <LectureQuestion key={shown.question.id} one={shown} at={at} of={questions.length} isShown={isShown} />
            {hasErrors && <LectureErrors comments={errors} isNamed={stage.isNamed} />}
          </div>
        ) : (
          <p className={styles.none}>{lecture.none}</p>
        )}
        <div className={styles.warning} role="alert">
          {isWarned && <p>{lecture.early}</p>}
        </div>
        {shown && (
          <footer className={styles.bottom}>
            <Button onClick={reveal} aria-pressed={isShown}>
              {isShown ? lecture.hide : lecture.show}
            </Button>
            <div className={styles.keys} aria-hidden>
              <Key name={lecture.space} words={lecture.show} />
              <Key name="← →" words={lecture.turn} />
              {mayName && <Key name="n" words={lecture.names} />}
              <Key name="b" words={lecture.black} />
              <Key name="f" words={lecture.full} />
              <Key name="Esc" words={lecture.close} />
            </div>
            <nav aria-label={lecture.questions}>
              <ol className={styles.numbers}>
                {questions.map(({ question }, number) => (
                  <li key={question.id}>
                    <button
                      type="button"
                      aria-label={lecture.question(number + 1)}
                      aria-current={number === at ? 'true' : undefined}
                      onClick={() => go(number)}
                    >
                      {number + 1}
                    </button>
                  </li>
                ))}
              </ol>
            </nav>
          </footer>
        )}
      </div>
      {isBlack && (
        <button type="button" className={styles.black} aria-label={lecture.light} onClick={stage.showAgain} />
      )}
    </dialog>
  )
}

/** 讲评: the questions of a task one by one for a projector, with the chosen comments and without names. */
export const Lecture = ({ absent }: { absent: ReactNode }) => {
  const params = useSearchParamsState()
  const navigate = useNavigate()
  const { lecture } = useTexts()
  const [task, set] = [idInAddress(params.get('task')), idInAddress(params.get('set'))]
  const isNamed = task !== undefined || set !== undefined
  const query = useQuery({ ...statisticsQuery(countedIn(task, set)), enabled: isNamed })
  const { data, error } = query
  const close = () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    void navigate(adminPaths.statistics(set === undefined ? { task: task ?? 0 } : { set }))
  }
  if (data) {
    const chosen = chosenComments(countedIn(task, set))
    const errors = data.comments.filter(({ text }) => chosen.includes(text))
    return <Stage data={data} errors={errors} onClose={close} />
  }
  if (isNotFound(error)) return absent
  return (
    <>
      <PageHead title={lecture.name} />
      {!isNamed ? (
        <EmptyState title={lecture.noTask}>{lecture.noTaskText}</EmptyState>
      ) : error ? (
        <RegionError error={error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonList count={6} height={48} />
      )}
    </>
  )
}
