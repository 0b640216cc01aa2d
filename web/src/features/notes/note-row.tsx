import type { Note } from '@tongchuang/contract/notes.ts'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { Button, IconButton } from '@tongchuang/ui/button.tsx'
import { seedOf } from '@tongchuang/ui/hues.ts'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { NotePhoto } from '@tongchuang/ui/note-photo.tsx'
import { Popover } from '@tongchuang/ui/popover.tsx'
import { ReportDialog } from '@tongchuang/ui/report-dialog.tsx'
import { StateIcon } from '@tongchuang/ui/state-icon.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useStudentText } from '@tongchuang/ui/use-student-text.ts'
import { Ellipsis } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './notes.module.css'
import { useEdit, useRemove, useReport } from './queries.ts'
import { WriteNote } from './write-note.tsx'

type Of = { note: Note; task_id: number; onGone: () => void }

/** The menu of less frequent actions: change, take back, report. */
const Menu = ({ note, task_id, onGone, onEdit, onRemove }: Of & { onEdit: () => void; onRemove: () => void }) => {
  const { notes: texts, discussions } = useTexts()
  const [isReporting, setReporting] = useState(false)
  const report = useReport(task_id, note.id)
  const { can } = note
  const items = [
    ...(can.edit ? [{ label: texts.edit, run: onEdit }] : []),
    ...(can.remove ? [{ label: texts.remove, run: onRemove }] : []),
    ...(can.report ? [{ label: texts.report, run: () => setReporting(true) }] : []),
  ]
  if (items.length === 0) return null
  return (
    <>
      <Popover
        label={texts.more}
        className={styles.menu}
        button={(trigger) => (
          <IconButton {...trigger} label={texts.more} className={styles.more}>
            <Ellipsis size={18} aria-hidden />
          </IconButton>
        )}
      >
        {(close) =>
          items.map(({ label, run }) => (
            <button
              key={label}
              type="button"
              onClick={() => {
                close()
                run()
              }}
            >
              {label}
            </button>
          ))
        }
      </Popover>
      {isReporting && (
        <ReportDialog
          words={{ ...discussions, reportTitle: texts.reportTitle, reportText: texts.reportText }}
          about={`note:${note.id}`}
          busy={report.isPending}
          onSend={(said) =>
            report.mutateAsync(said, {
              onSuccess: () => {
                showToast(texts.reported, 'success')
                setReporting(false)
                // The note disappears, and with it the pressed button.
                onGone()
              },
            })
          }
          onClose={() => setReporting(false)}
        />
      )}
    </>
  )
}

/** Replaces a note that was just taken back: offers to bring it back until the list is read again. */
const Removed = ({ note, onBack }: { note: Note; onBack: () => void }) => {
  const { notes: texts } = useTexts()
  const undo = useRemove(note.id)
  const place = useRef<HTMLLIElement>(null)
  // The pressed button disappears with the note, so the focus moves to the button in its place.
  useEffect(() => place.current?.querySelector('button')?.focus(), [])
  return (
    <li ref={place} className={styles.removed}>
      <span>{texts.removed}</span>
      <Button tone="text" busy={undo.isPending} onClick={() => undo.mutate(true, { onSuccess: onBack })}>
        {texts.undo}
      </Button>
    </li>
  )
}

const Changing = ({ note, task_id, onDone }: { note: Note; task_id: number; onDone: () => void }) => {
  const { notes: texts } = useTexts()
  const { text, write, send } = useStudentText(`note-edit:${note.id}`, note.content)
  const edit = useEdit(task_id, note.id)
  return (
    <WriteNote
      label={texts.editLabel}
      placeholder=""
      send={texts.save}
      text={text}
      onText={write}
      onSend={async (content) => {
        await send(() => edit.mutateAsync(content))
        onDone()
      }}
      onCancel={onDone}
    />
  )
}

/** One note: author, time and text; below the last unanswered one, that it is waiting. */
export const NoteRow = ({ note, task_id, isWaiting, onGone }: Of & { isWaiting: boolean }) => {
  const { notes: texts, taskDetail } = useTexts()
  const [isEditing, setEditing] = useState(false)
  const [isRemoved, setRemoved] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const remove = useRemove(note.id)
  const wasEditing = useRef(false)
  // Together with the row, not a frame later: the row's menu may be open by then, and moving the focus would close it.
  useEffect(() => {
    if (wasEditing.current && !isEditing) row.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const { author } = note
  if (isRemoved) return <Removed note={note} onBack={() => setRemoved(false)} />
  return (
    <li ref={row} tabIndex={-1} className={styles.note}>
      <Avatar id={seedOf(author.nickname)} name={author.nickname} src={author.avatar || undefined} size={36} />
      <div className={styles.body}>
        <p className={styles.by}>
          <b>{author.mine ? texts.you : author.nickname}</b>
          {author.role !== 'student' && <span className={styles.badge}>{taskDetail.roles[author.role]}</span>}
          <Moment at={note.created_at} />
          {note.edited_at && <span>{texts.edited}</span>}
        </p>
        {isEditing ? (
          <Changing note={note} task_id={task_id} onDone={() => setEditing(false)} />
        ) : (
          <p className={styles.words}>{note.content}</p>
        )}
        {note.photo && (
          <NotePhoto photo={note.photo} label={texts.photoOf(author.mine ? texts.you : author.nickname)} />
        )}
        {isWaiting && (
          <p className={styles.waits}>
            <StateIcon state="submitted" size={18} />
            <b>{texts.waits}</b> <span>{texts.willTell}</span>
          </p>
        )}
      </div>
      {!isEditing && (
        <Menu
          note={note}
          task_id={task_id}
          onGone={onGone}
          onEdit={() => setEditing(true)}
          onRemove={() => remove.mutate(false, { onSuccess: () => setRemoved(true) })}
        />
      )}
    </li>
  )
}
