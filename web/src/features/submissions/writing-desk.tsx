import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatMoment, formatRemaining } from '@tongchuang/ui/time.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { uiTexts } from '@tongchuang/ui/ui-texts.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { checklistOf, missingOf } from './checklist.ts'
import { DeskHead } from './desk-head.tsx'
import { DraftState } from './draft-state.tsx'
import type { EditorHandle } from '@tongchuang/ui/editor-handle.ts'
import { FilesPart } from './files-part.tsx'
import { FoundBar } from './found-bar.tsx'
import { deductionAt } from './late.ts'
import { LinksPart } from './links-part.tsx'
import type { DeskTask } from './queries.ts'
import { QuestionsPart } from './questions-part.tsx'
import { ReturnedSlip } from './returned-slip.tsx'
import { Checklist, ShareChoice, Statement } from './side-rail.tsx'
import { SubmitBar } from './submit-bar.tsx'
import { useWriting } from './use-writing.ts'
import { countWords, serverDraftOf } from './work.ts'
import type { Work } from './work.ts'
import { WorkEditor } from './work-editor.tsx'
import styles from './writing-desk.module.css'

const ConflictDialog = lazy(() =>
  import('./conflict-dialog.tsx').then((module) => ({ default: module.ConflictDialog })),
)
const SubmitDialog = lazy(() => import('./submit-dialog.tsx').then((module) => ({ default: module.SubmitDialog })))

const mostCharacters = 50_000

type Props = { user: number; data: DeskTask; start: Work; back: string; onReceived: (submit_id: number) => void }

/** The desk of a task that can be worked on. */
export const WritingDesk = ({ user, data, start, back, onReceived }: Props) => {
  const { submissions: texts } = useTexts()
  const language = useLanguage()
  const now = useNow(5)
  const { task, draft: given, feedback, versions } = data
  const editor = useRef<EditorHandle | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [asking, setAsking] = useState(false)
  const [postponed, setPostponed] = useState<number | null>(null)
  const writing = useWriting({
    user,
    task: task.id,
    server: given && serverDraftOf(given),
    start,
    onReceived,
    onPicture: ({ id, name }) => editor.current?.insertPicture(id, name),
  })
  const { sync, queue, handIn, draft, uploads, phase, isOnline, uploading } = writing
  const { work } = draft
  const words = countWords(work.content)
  const items = checklistOf(task, work, words, uploading)
  const missing = missingOf(items)
  const isLate = task.due_at !== null && Date.parse(task.due_at) <= now
  const isOver = task.last_at !== null && Date.parse(task.last_at) <= now
  const deduction = deductionAt(task, now)
  const locked = phase.phase === 'sending' || phase.phase === 'done'
  const version = Math.max(0, ...versions.map((one) => one.version)) + 1
  const returned = task.state === 'returned' ? feedback[0] : undefined

  const submit = () => {
    if (phase.phase !== 'idle' || isOver || !draft.ready) return
    if (missing.length > 0 || isLate) setAsking(true)
    else void handIn.press()
  }
  const onKeyDown = useEnterSubmit(submit, { multiline: true })
  const change = (part: Partial<Work>) => sync.change(part)
  const found = draft.kept[0]
  const state = <DraftState draft={draft} className={styles.deskState} />
  const time = isOver
    ? texts.closedNow
    : isLate
      ? texts.lateShort
      : task.due_at === null
        ? uiTexts(language).noDue
        : formatRemaining(task.due_at, language, now)
  const end = task.submit_drafts && task.last_at !== null ? formatMoment(task.last_at, language, now) : null
  const atTheEnd = end === null ? null : isOver ? texts.sealedSoon : texts.sealedAt(end)
  const hint =
    uploading > 0
      ? texts.waitUploads(uploading)
      : isLate && deduction > 0
        ? texts.deduction(deduction)
        : task.attempts_left === null
          ? ''
          : texts.attemptsLeft(task.attempts_left)

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the key that sends, wherever on the desk the person is
    <div className={styles.desk} onKeyDown={onKeyDown}>
      <DeskHead task={task} version={version} now={now} back={back} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {found && (
            <FoundBar
              key={found.id}
              kept={found}
              onRestore={() => {
                sync.restore(found.id)
                showToast(texts.restored, 'success')
              }}
              onDiscard={() => sync.discard(found.id)}
            />
          )}
          {returned && <ReturnedSlip feedback={returned} find={(quote) => editor.current?.find(quote) ?? false} />}
          <div id="text">
            <WorkEditor
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
                  onChange={(event) => change({ title: event.target.value })}
                  onBlur={() => void sync.flush()}
                />
              }
              state={state}
              foot={<span>{texts.words(words)}</span>}
              footId="text-foot"
              urlOf={(id) => sync.view().work.files.find((file) => file.id === id)?.url ?? null}
              onChange={(content) => change({ content })}
              onBlur={() => void sync.flush()}
              onFiles={(files) => queue.add(files)}
              onPicture={() => picker.current?.click()}
              onHandle={(handle) => void (editor.current = handle)}
            />
          </div>
          {(draft.problem || work.content.length > mostCharacters) && (
            <p className={styles.problem} role="alert">
              {work.content.length > mostCharacters
                ? texts.tooLong(mostCharacters.toLocaleString(language))
                : draft.problem}
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
          <QuestionsPart
            questions={task.questions}
            answers={work.answers}
            locked={locked}
            onChange={(answers) => change({ answers })}
          />
          <FilesPart
            files={work.files}
            uploads={uploads}
            queue={queue}
            locked={locked}
            onFiles={(files) => change({ files })}
          />
          <LinksPart links={work.links} locked={locked} onChange={(links) => change({ links })} />
        </div>
        <aside className={styles.rail} aria-label={texts.settings}>
          <Checklist items={items} note={atTheEnd} />
          <ShareChoice
            value={work.share}
            guild={task.guild_name}
            locked={locked}
            onChange={(share) => change({ share })}
          />
          {task.statement_required && (
            <Statement checked={work.statement} locked={locked} onChange={(statement) => change({ statement })} />
          )}
        </aside>
      </div>
      <SubmitBar
        handIn={phase}
        version={version}
        uploading={uploading}
        isOnline={isOnline}
        isOver={isOver}
        time={time}
        isLate={isLate}
        hint={hint}
        state={<DraftState draft={draft} />}
        onSubmit={submit}
        onCancel={handIn.cancel}
      />
      <Suspense>
        {asking && (
          <SubmitDialog
            missing={missing}
            deduction={deduction}
            onClose={() => setAsking(false)}
            onSubmit={() => {
              setAsking(false)
              void handIn.press()
            }}
          />
        )}
        {draft.conflict && draft.conflict.version !== postponed && (
          <ConflictDialog
            mine={work}
            theirs={draft.conflict}
            onChoose={(choice) => sync.resolve(choice)}
            onClose={() => setPostponed(draft.conflict?.version ?? null)}
          />
        )}
      </Suspense>
    </div>
  )
}
