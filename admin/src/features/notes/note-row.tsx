import type { StaffNote } from '@tongchuang/contract/notes.admin.ts'
import { noteLength } from '@tongchuang/contract/notes.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { TextArea } from '@tongchuang/ui/field.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { NotePhoto } from '@tongchuang/ui/note-photo.tsx'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './notes.module.css'
import { useEdit, useHide, useRemove, useRestore, type Between } from './queries.ts'

type Of = { note: StaffNote; thread: Between }

/** Asks for the reason of hiding a note; the text stays until it is sent. */
const HideDialog = ({ note, thread, onClose }: Of & { onClose: () => void }) => {
  const { notes } = useTexts()
  const [reason, setReason] = useStaffText(`hide-note:${note.id}`)
  const hide = useHide(thread)
  const isReady = [...reason.trim()].length >= 2
  const go = () => {
    if (!isReady || hide.isPending) return
    hide.mutateAsync({ note_id: note.id, reason: reason.trim() }, { onSuccess: onClose }).then(
      // Also if the dialog was closed meanwhile.
      () => setReason(''),
      () => undefined,
    )
  }
  const onKeyDown = useEnterSubmit(go, { multiline: true })
  return (
    <Dialog
      title={notes.hideTitle}
      onClose={onClose}
      unsaved={false}
      actions={
        <>
          <Button onClick={onClose}>{notes.cancel}</Button>
          <Button tone="danger" busy={hide.isPending} blocked={!isReady} onClick={go}>
            {notes.hide}
          </Button>
        </>
      }
    >
      <p>{note.author.role === 'student' ? notes.hideText : notes.hideStaffText}</p>
      <TextArea
        label={notes.hideReason}
        rows={2}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </Dialog>
  )
}

const Changing = ({ note, thread, onDone }: Of & { onDone: () => void }) => {
  const { notes } = useTexts()
  const [text, setText] = useStaffText(`edit-note:${note.id}`, note.content)
  const edit = useEdit(thread)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const go = () => {
    if (text.trim() === '' || edit.isPending) return
    edit.mutateAsync({ note_id: note.id, content: text }, { onSuccess: onDone }).then(
      () => setText(note.content),
      () => undefined,
    )
  }
  const onKeyDown = useEnterSubmit(go, { multiline: true })
  return (
    <div className={styles.form}>
      <TextArea
        ref={field}
        label={notes.editLabel}
        rows={2}
        maxLength={noteLength.max}
        value={text}
        readOnly={edit.isPending}
        error={edit.error?.message}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.buttons}>
        <Button size="small" onClick={onDone}>
          {notes.cancel}
        </Button>
        <Button size="small" tone="primary" busy={edit.isPending} blocked={text.trim() === ''} onClick={go}>
          {notes.save}
        </Button>
      </div>
    </div>
  )
}

type Doing = 'edit' | 'hide' | 'removed' | null

/** The actions the user may perform on a note. */
const Acts = ({ note, thread, onDo }: Of & { onDo: (doing: Doing) => void }) => {
  const { notes } = useTexts()
  const remove = useRemove(thread)
  const restore = useRestore(thread)
  return (
    <span className={styles.acts}>
      {note.can.edit && (
        <Button tone="text" size="small" onClick={() => onDo('edit')}>
          {notes.edit}
        </Button>
      )}
      {note.can.remove && (
        <Button
          tone="text"
          size="small"
          busy={remove.isPending}
          onClick={() => remove.mutate({ note_id: note.id }, { onSuccess: () => onDo('removed') })}
        >
          {notes.remove}
        </Button>
      )}
      {note.may_hide && (
        <Button
          tone="text"
          size="small"
          busy={restore.isPending}
          onClick={() => (note.hidden ? restore.mutate(note.id) : onDo('hide'))}
        >
          {note.hidden ? notes.restore : notes.hide}
        </Button>
      )}
    </span>
  )
}

/** One note: its author, time and text, and the actions the user may perform on it. */
export const NoteRow = ({ note, thread, onRemoved }: Of & { onRemoved: (note_id: number) => void }) => {
  const { notes, shell } = useTexts()
  const [doing, setDoing] = useState<Doing>(null)
  const row = useRef<HTMLLIElement>(null)
  const wasDoing = useRef<Doing>(null)
  useEffect(() => {
    if (wasDoing.current && !doing) row.current?.focus()
    wasDoing.current = doing
  }, [doing])
  const { author } = note
  const done = () => setDoing(null)
  return (
    <li ref={row} tabIndex={-1} className={styles.note} data-hidden={note.hidden || undefined}>
      <p className={styles.by}>
        <b>{author.mine ? notes.you : author.nickname}</b>
        {author.role !== 'student' && <span>{shell.roles[author.role]}</span>}
        <Moment at={note.created_at} />
        {note.edited_at && <span>{notes.edited}</span>}
      </p>
      {doing === 'edit' ? (
        <Changing note={note} thread={thread} onDone={done} />
      ) : (
        <p className={styles.words}>{note.content}</p>
      )}
      {note.photo && <NotePhoto photo={note.photo} label={notes.photoOf(author.nickname)} />}
      {note.hidden && <p className={styles.state}>{notes.hidden(note.hidden_reason)}</p>}
      {doing !== 'edit' && (
        <Acts note={note} thread={thread} onDo={(next) => (next === 'removed' ? onRemoved(note.id) : setDoing(next))} />
      )}
      {doing === 'hide' && <HideDialog note={note} thread={thread} onClose={done} />}
    </li>
  )
}
