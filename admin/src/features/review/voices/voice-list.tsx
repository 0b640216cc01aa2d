import { useEffect, useRef } from 'react'
import { useTexts } from '../../../locales/texts.ts'
import { Talk, VoiceTroubles } from './talk.tsx'
import type { Speaking } from './use-speaking.ts'
import type { Voices } from './use-voices.ts'
import { VoiceRow } from './voice-row.tsx'
import styles from './voices.module.css'

/** The recordings of a reviewer for the student, each also as text. */
export const VoiceList = ({
  voices,
  speaking,
  canSpeak,
  talksHere,
  aboutMarks,
}: {
  voices: Voices
  speaking: Speaking
  canSpeak: boolean
  /** The record button is shown here; otherwise it is near the thumb. */
  talksHere: boolean
  /** The files of recordings about a mark, which are listed at that mark. */
  aboutMarks: ReadonlySet<number>
}) => {
  const { voices: texts } = useTexts()
  const part = useRef<HTMLElement>(null)
  const isLive = speaking.live !== null && speaking.about === null
  useEffect(() => {
    if (isLive) part.current?.scrollIntoView({ block: 'nearest' })
  }, [isLive])
  const list = voices.list.filter(({ file_id }) => !aboutMarks.has(file_id))
  if (list.length === 0 && !(canSpeak && talksHere)) return null
  return (
    <section ref={part} className={styles.voices} aria-label={texts.title}>
      <h3>
        {texts.title} {list.length > 0 && <small>{texts.count(list.length)}</small>}
      </h3>
      {list.length > 0 && (
        <ol>
          {list.map((voice) => (
            <li key={voice.file_id}>
              <VoiceRow
                voice={voice}
                voices={voices}
                canSpeak={canSpeak}
                onRemoved={() => document.querySelector<HTMLElement>(`.${styles.hold}`)?.focus()}
              />
            </li>
          ))}
        </ol>
      )}
      {canSpeak && talksHere && (
        <>
          <VoiceTroubles voices={voices} speaking={speaking} />
          <Talk voices={voices} speaking={speaking} />
          <p className={styles.note}>{voices.isFull ? texts.full : texts.hint}</p>
          <output className={styles.note}>{speaking.said}</output>
        </>
      )}
    </section>
  )
}
