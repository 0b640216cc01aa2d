import { CallFailed, isNotFound } from '@tongchuang/contract/sender.ts'
import { keptText } from '@tongchuang/ui/kept-text.ts'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { createSendOnce } from '@tongchuang/ui/send-once.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useOtherWindow } from '@tongchuang/ui/use-other-window.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { NoteRow } from './note-row.tsx'
import styles from './notes.module.css'
import { notesQuery, useWrite } from './queries.ts'
import { ChoosePhoto, ChosenPhoto } from './photo.tsx'
import { usePhoto } from './use-photo.ts'
import { WriteNote } from './write-note.tsx'

/** The form for writing to staff; its text and chosen photo stay on this device until they are sent. */
const Ask = ({ task_id, onSent }: { task_id: number; onSent: () => void }) => {
  const { notes: texts } = useTexts()
  const name = `note:${useProfile().id}:${task_id}`
  const kept = keptText(name)
  const [text, setText] = useState(kept.read)
  const [sendOnce] = useState(createSendOnce)
  const photo = usePhoto(name)
  const write = useWrite(task_id)
  const latest = useRef(text)
  const other = useOtherWindow(name, latest)
  useEffect(() => {
    latest.current = text
  }, [text])
  const change = (next: string) => {
    latest.current = next
    setText(next)
    kept.write(next)
    other.noteStored()
  }
  const sendWith = (content: string, file_id: number | undefined) =>
    sendOnce([content, file_id], (key) =>
      write.mutateAsync({ content, key, ...(file_id !== undefined && { file_id }) }),
    )
  return (
    <WriteNote
      label={texts.ask}
      placeholder={texts.placeholder}
      send={texts.send}
      hint={texts.whoReads}
      text={text}
      onText={change}
      onEnter={() => other.look(change)}
      attach={{ choose: <ChoosePhoto of={photo} />, chosen: <ChosenPhoto of={photo} /> }}
      onSend={async (content) => {
        const file_id = await photo.arrived()
        try {
          await sendWith(content, file_id)
        } catch (error) {
          if (file_id === undefined || !(error instanceof CallFailed) || error.reason !== 'FILE') throw error
          await sendWith(content, await photo.bringAnew())
        }
        // Text typed and a photo chosen while sending stay for the next note.
        setText((now) => (now === content ? '' : now))
        kept.sent(content)
        photo.sent()
        onSent()
      }}
    />
  )
}

/** Scrolls to the thread named by the address once it is on the page. */
const useNamedThread = (isThere: boolean): void => {
  const { hash } = useLocation()
  useEffect(() => {
    if (isThere && hash === '#notes') document.querySelector(hash)?.scrollIntoView({ block: 'start' })
  }, [isThere, hash])
}

/** The notes a student and the staff write to each other under a result; nothing before its release. */
export const NoteThread = ({ task_id }: { task_id: number }) => {
  const { notes: texts } = useTexts()
  const [said, tell] = useState('')
  const title = useRef<HTMLHeadingElement>(null)
  const list = useInfiniteQuery(notesQuery(task_id))
  const first = list.data?.pages[0]
  const rows = list.data?.pages.flatMap((page) => page.list).toReversed() ?? []
  useNamedThread(first !== undefined)
  // A round that has just begun has no released result yet.
  const isNone = isNotFound(list.error)
  if (isNone) return null
  const asked = rows.findLast(({ author }) => author.mine)
  return (
    <section className={`${styles.thread} no-print`} id="notes" aria-labelledby="notes-title">
      <h2 id="notes-title" ref={title} tabIndex={-1}>
        {texts.title}
      </h2>
      <output className="vh">{said}</output>
      {list.isPending && <SkeletonList count={2} height={72} />}
      <ReadFailure of={list} />
      <LoadMore of={list} isByButton className={styles.earlier} label={texts.earlier} />
      {rows.length > 0 && (
        <ol className={styles.list}>
          {rows.map((note) => (
            <NoteRow
              key={note.id}
              note={note}
              task_id={task_id}
              isWaiting={note.id === asked?.id && first !== undefined && first.waiting_since !== null}
              onGone={() => title.current?.focus()}
            />
          ))}
        </ol>
      )}
      {first &&
        (first.closed ? (
          <p className={styles.closed}>
            <Lock size={18} aria-hidden />
            {texts.closed[first.closed]}
          </p>
        ) : (
          <Ask task_id={task_id} onSent={() => tell(texts.sent)} />
        ))}
    </section>
  )
}
