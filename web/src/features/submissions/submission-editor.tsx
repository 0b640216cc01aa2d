import { paths } from '@tongchuang/contract/paths.ts'
import type { EditorHandle } from '@tongchuang/ui/editor-handle.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { topLayer } from '@tongchuang/ui/toast.ts'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { Suspense, useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import { useTexts } from '../../locales/texts.ts'
import type { StudentTask } from '../../queries/student-task.ts'
import { checklistOf, missingOf } from './checklist.ts'
import type { CheckItem } from './checklist.ts'
import { DraftState } from './draft-state.tsx'
import { FilesPart } from './files-part.tsx'
import { Checklist } from './side-rail.tsx'
import { Dialogs } from './submission-dialogs.tsx'
import styles from './submission-editor.module.css'
import { SubmitBar } from './submit-bar.tsx'
import { SubmitHead } from './submit-head.tsx'
import { useTimeWords } from './use-time-words.ts'
import { useWriting } from './use-writing.ts'
import { countWords, serverDraftOf } from './work.ts'
import type { Work } from './work.ts'
import { WorkEditor } from './work-editor.tsx'

// Below the text and not needed at first.
const Declarations = lazyPart(() => import('./declarations.tsx').then((module) => module.Declarations))
const LinksPart = lazyPart(() => import('./links-part.tsx').then((module) => module.LinksPart))
const FoundBar = lazyPart(() => import('./found-bar.tsx').then((module) => module.FoundBar))
const QuestionsPart = lazyPart(() => import('./questions-part.tsx').then((module) => module.QuestionsPart))
const ReturnedSlip = lazyPart(() => import('./returned-slip.tsx').then((module) => module.ReturnedSlip))

const mostCharacters = 50_000

type Props = {
  user: number
  data: StudentTask
  /** When the data was read. */
  asOf: number
  start: Work
  after: number | null
  back: string
  onReceived: (submit_id: number) => void
}
type Writing = ReturnType<typeof useWriting>
type TextPartProps = {
  task: StudentTask['task']
  writing: Writing
  locked: boolean
  onHandle: (handle: EditorHandle | null) => void
}

/** A kept text that is not in the editor: offered until it is restored or discarded. */
const Found = ({ sync, draft: { kept } }: Writing) =>
  kept[0] && (
    <Suspense>
      <FoundBar key={kept[0].id} kept={kept[0]} choosing={sync.choosing} />
    </Suspense>
  )

/** The title and the text, with its errors. */
const TextPart = ({ task, writing, locked, onHandle }: TextPartProps) => {
  const { submissions: texts } = useTexts()
  const language = useLanguage()
  const picker = useRef<HTMLInputElement>(null)
  const { sync, draft } = writing
  const { work } = draft
  const isTooLong = work.content.length > mostCharacters
  const text = useRef<EditorHandle | null>(null)
  const onTitleKey = useEnterSubmit(() => {
    if (text.current) text.current.focus('start')
    else document.querySelector<HTMLElement>('#text textarea')?.focus()
  })
  return (
    <>
      <div id="text">
        <WorkEditor
          // The editor names itself once, when it is opened.
          key={language}
          value={work.content}
          revision={draft.revision}
          locked={locked}
          title={
            <input
              className={styles.title}
              aria-label={texts.title}
              placeholder={texts.titlePlaceholder(task.title)}
              maxLength={60}
              value={work.title}
              readOnly={locked}
              onKeyDown={onTitleKey}
              onChange={(event) => sync.change({ title: event.target.value })}
              onBlur={() => void sync.flush()}
            />
          }
          state={<DraftState draft={draft} className={styles.draftState} onConflict={writing.conflict.askAgain} />}
          foot={<span>{texts.words(countWords(work.content))}</span>}
          footId="text-foot"
          urlOf={(id) => sync.view().work.files.find((file) => file.id === id)?.url ?? null}
          onChange={(content) => sync.change({ content })}
          onBlur={() => void sync.flush()}
          onFiles={writing.addFiles}
          onPicture={() => picker.current?.click()}
          onHandle={(handle) => {
            text.current = handle
            onHandle(handle)
          }}
        />
      </div>
      {(draft.problem || isTooLong) && (
        <p className={styles.problem} role="alert">
          {isTooLong ? texts.tooLong(mostCharacters.toLocaleString(language)) : draft.problem}
        </p>
      )}
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        aria-label={texts.commands.image}
        onChange={(event) => {
          writing.addPictures([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}

type PartProps = { task: StudentTask['task']; locked: boolean; onChange: (part: Partial<Work>) => void }

/** The feedback on a returned work. */
const Returned = (props: ComponentProps<typeof ReturnedSlip>) => (
  <Suspense fallback={<Skeleton height={112} />}>
    <ReturnedSlip {...props} />
  </Suspense>
)

/** The answers, placed before the text if they are the main part. */
const Answers = ({ task, writing, locked, onChange }: PartProps & { writing: Writing }) => (
  <Suspense>
    <QuestionsPart
      questions={task.questions}
      answers={writing.draft.work.answers}
      locked={locked}
      onChange={(answers) => onChange({ answers })}
    />
  </Suspense>
)

/** What is handed in besides the text: files and links. */
const MoreParts = ({ writing, locked, onChange }: Omit<PartProps, 'task'> & { writing: Writing }) => {
  const { queue, uploads } = writing
  const { work } = writing.draft
  return (
    <>
      <FilesPart
        files={work.files}
        uploads={uploads}
        queue={queue}
        locked={locked}
        onAdd={writing.addFiles}
        onFiles={(files) => onChange({ files })}
      />
      <Suspense fallback={<Skeleton height={120} />}>
        <LinksPart links={work.links} locked={locked} onChange={(links) => onChange({ links })} />
      </Suspense>
    </>
  )
}

type RailProps = PartProps & { work: Work; items: readonly CheckItem[]; note: ComponentProps<typeof Checklist>['note'] }

/** The side column: the checklist, who may see the work later, and the statement that it is the student's own. */
const SideRail = ({ task, work, items, note, locked, onChange }: RailProps) => {
  const { submissions: texts } = useTexts()
  return (
    <aside className={styles.rail} aria-label={texts.settings}>
      <Checklist items={items} note={note} />
      <Suspense fallback={<Skeleton height={320} />}>
        <Declarations {...{ work, locked, onChange }} guild={task.guild_name} isOwnAsked={task.statement_required} />
      </Suspense>
    </aside>
  )
}

/** The server's drafts of this round and of the previous one. */
const foundIn = ({ enrolment, draft, left }: StudentTask) => ({
  round: enrolment?.id ?? 0,
  server: draft && serverDraftOf(draft),
  left: left && serverDraftOf(left),
})

/** The page of a task that can be worked on: its text, files, links and answers, and the way to hand them in. */
export const SubmissionEditor = ({ user, data, asOf, start, after, back, onReceived }: Props) => {
  const now = useNow(5)
  const { task, feedback, versions } = data
  const editor = useRef<EditorHandle | null>(null)
  const [asking, setAsking] = useState(false)
  const writing = useWriting({
    user,
    task: task.id,
    title: task.title,
    address: paths.submit({ guild: task.guild_id, task: task.id }),
    ...foundIn(data),
    start,
    after,
    asOf,
    onReceived,
    onPicture: ({ id, name }) => editor.current?.insertPicture(id, name),
  })
  const { sync, handIn, draft, phase, isOnline, uploading } = writing
  const { work } = draft
  const { deduction, atTheEnd, ...words } = useTimeWords(task, now, uploading)
  const items = checklistOf(task, work, countWords(work.content), uploading)
  const missing = missingOf(items)
  // Text typed before the draft has loaded would be lost when it does.
  const locked = !draft.ready || phase.phase === 'sending' || phase.phase === 'done'
  const version = Math.max(0, ...versions.map((one) => one.version)) + 1
  const returned = task.state === 'returned' ? feedback[0] : undefined

  const submit = writing.conflict.decideBefore(() => {
    // A key that is pressed in a dialog above the page belongs to that dialog.
    if (topLayer.get() || phase.phase !== 'idle' || words.isOver || !draft.ready) return
    const isUnanswered = items.some(({ key, done }) => key === 'asked' && !done)
    if (missing.length > 0 || isUnanswered || words.isLate) setAsking(true)
    else void handIn.press()
  })
  const onKeyDown = useEnterSubmit(submit, { multiline: true })
  const change = (part: Partial<Work>) => sync.change(part)
  const isAskedFirst = items.some(({ key }) => key === 'asked')
  const answers = task.questions.length > 0 && (
    <Answers task={task} writing={writing} locked={locked} onChange={change} />
  )

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the key that sends, wherever on the page the person is
    <div className={styles.page} onKeyDown={onKeyDown}>
      <SubmitHead task={task} version={version} now={now} back={back} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Found {...writing} />
          {returned && (
            <Returned feedback={returned} find={(quote, number) => editor.current?.find(quote, number) ?? false} />
          )}
          {isAskedFirst && answers}
          <TextPart
            task={task}
            writing={writing}
            locked={locked}
            onHandle={(handle) => void (editor.current = handle)}
          />
          {!isAskedFirst && answers}
          <MoreParts writing={writing} locked={locked} onChange={change} />
        </div>
        <SideRail task={task} work={work} items={items} note={atTheEnd} locked={locked} onChange={change} />
      </div>
      <SubmitBar
        {...words}
        handIn={phase}
        version={version}
        uploading={uploading}
        isOnline={isOnline}
        state={<DraftState draft={draft} onConflict={writing.conflict.askAgain} />}
        onSubmit={submit}
        onCancel={handIn.cancel}
      />
      <Dialogs
        {...{ writing, asking, missing, items, deduction }}
        questions={task.questions}
        isLate={words.isLate}
        onAsked={() => setAsking(false)}
      />
    </div>
  )
}
