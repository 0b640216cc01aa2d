import { noteLength } from '@tongchuang/contract/notes.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { SendArea } from '@tongchuang/ui/send-area.tsx'
import { createSendOnce } from '@tongchuang/ui/send-once.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { NoteRow } from './note-row.tsx'
import styles from './notes.module.css'
import { threadQuery, useRemove, useSettle, useWrite, type Between } from './queries.ts'

/** The form for an answer; its text stays on this device until it is sent. */
const Answer = ({ thread, name, waitsFor }: { thread: Between; name: string; waitsFor: number | null }) => {
  const { notes } = useTexts()
  const [text, setText] = useStaffText(`note:${thread.task_id}:${thread.user_id}`)
  const [sendOnce] = useState(createSendOnce)
  const field = useRef<HTMLTextAreaElement>(null)
  const write = useWrite(thread)
  const settle = useSettle(thread)
  const go = () => {
    if (text.trim() === '' || write.isPending) return
    // The form reports the outcome.
    sendOnce([text], (key) => write.mutateAsync({ content: text, key })).then(
      () => setText(''),
      () => undefined,
    )
  }
  return (
    <div className={styles.form}>
      <SendArea
        ref={field}
        label={notes.answerTo(name)}
        rows={2}
        maxLength={noteLength.max}
        value={text}
        // Read-only while sending: the field is cleared afterwards, and later typing would be lost.
        readOnly={write.isPending}
        error={write.error ? failureText(write.error) : undefined}
        onChange={(event) => setText(event.target.value)}
        onSend={go}
      />
      <div className={styles.buttons}>
        {waitsFor !== null && (
          <Button
            busy={settle.isPending}
            aria-label={notes.settleNamed(name)}
            onClick={() => settle.mutate(waitsFor, { onSuccess: () => field.current?.focus() })}
          >
            {notes.settle}
          </Button>
        )}
        <Button
          tone="primary"
          busy={write.isPending}
          blocked={text.trim() === ''}
          aria-label={notes.sendNamed(name)}
          onClick={go}
        >
          {notes.send}
        </Button>
      </div>
    </div>
  )
}

/** The undo for a note that was just removed. */
const Removed = ({ thread, note_id, onBack }: { thread: Between; note_id: number; onBack: () => void }) => {
  const { notes } = useTexts()
  const back = useRemove(thread)
  const place = useRef<HTMLParagraphElement>(null)
  // The pressed button disappeared with its row, so the focus moves to the undo button.
  useEffect(() => place.current?.querySelector('button')?.focus(), [])
  return (
    <p ref={place} className={styles.removed}>
      <span>{notes.removed}</span>
      <Button
        tone="text"
        size="small"
        busy={back.isPending}
        onClick={() => back.mutate({ note_id, undo: true }, { onSuccess: onBack })}
      >
        {notes.undo}
      </Button>
    </p>
  )
}

/** The notes between a student and the staff under a result. */
export const NoteThread = ({ name, ...thread }: Between & { name: string }) => {
  const { notes } = useTexts()
  const [removed, setRemoved] = useState<number | null>(null)
  const list = useInfiniteQuery(threadQuery(thread))
  const first = list.data?.pages[0]
  const rows = list.data?.pages.flatMap((page) => page.list).toReversed() ?? []
  const asked = rows.findLast(({ author, hidden }) => author.role === 'student' && !hidden)
  return (
    <div className={styles.thread}>
      {list.isPending && <SkeletonList count={2} height={48} />}
      <ReadFailure of={list} />
      <LoadMore of={list} isByButton className={styles.earlier} label={notes.earlier} button={{ size: 'small' }} />
      {first && rows.length === 0 && <p className={styles.state}>{notes.none}</p>}
      <ol>
        {rows.map((note) => (
          <NoteRow key={note.id} note={note} thread={thread} onRemoved={setRemoved} />
        ))}
      </ol>
      {removed !== null && <Removed thread={thread} note_id={removed} onBack={() => setRemoved(null)} />}
      {first &&
        (first.closed ? (
          <p className={styles.state}>{notes.closed[first.closed]}</p>
        ) : (
          <Answer thread={thread} name={name} waitsFor={first.waiting_since === null ? null : (asked?.id ?? null)} />
        ))}
    </div>
  )
}
