import { IconButton } from '@tongchuang/ui/button.tsx'
import { Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './areas.module.css'
import type { ListedMark } from './area-pages.ts'
import type { Drawing } from './use-drawing.ts'
import { HoldButton } from './voices/hold-button.tsx'
import type { Speaking } from './voices/use-speaking.ts'
import type { Voices } from './voices/use-voices.ts'
import { VoiceRow } from './voices/voice-row.tsx'

type Speech = {
  voices: Voices
  speaking: Speaking
  /** The record button is shown here; otherwise it is near the thumb. */
  talksHere: boolean
}

/** The recording about a mark, or the button for making one. */
const Spoken = ({ mark, drawing, voices, speaking, talksHere }: Speech & { mark: ListedMark; drawing: Drawing }) => {
  const { voices: texts } = useTexts()
  const voice = voices.list.find(({ file_id }) => file_id === mark.audio_id)
  if (voice)
    return (
      <VoiceRow
        voice={voice}
        voices={voices}
        canSpeak={drawing.canWrite}
        onRemoved={() => {
          drawing.areas.sayAbout(mark, null)
          document.querySelector<HTMLElement>(`#area-${mark.number}`)?.focus()
        }}
      />
    )
  if (!talksHere || !drawing.canWrite || drawing.chosen !== mark.number) return null
  return (
    <HoldButton
      speaking={speaking}
      isFull={voices.isFull}
      about={mark}
      label={texts.talkAbout(mark.number)}
      className={styles.talk}
    />
  )
}

const Row = ({
  mark,
  drawing,
  fileName,
  ...speech
}: Speech & { mark: ListedMark; drawing: Drawing; fileName: string }) => {
  const { review } = useTexts()
  const { number, shape, file_id, page, at, text } = mark
  const isChosen = drawing.chosen === number
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const where = review.areaWhere(review.drawNames[shape], fileName, page)
  return (
    <li ref={row} data-chosen={isChosen || undefined}>
      <button
        type="button"
        className={styles.go}
        aria-label={review.lookAtArea(number)}
        aria-pressed={isChosen}
        onClick={() => drawing.lookAt(number)}
      >
        <b className="num">{number}</b>
      </button>
      <div className={styles.said}>
        {drawing.canWrite ? (
          <textarea
            id={`area-${number}`}
            aria-label={review.areaText(number)}
            placeholder={review.areaHint}
            rows={text.length > 18 || text.includes('\n') ? 2 : 1}
            maxLength={2000}
            value={text}
            onFocus={() => drawing.choose(number)}
            onChange={(event) => drawing.areas.write(file_id, page, at, event.target.value)}
          />
        ) : (
          <p>{text || review.areaOnlyLine}</p>
        )}
        <small>{where}</small>
        <Spoken mark={mark} drawing={drawing} {...speech} />
      </div>
      {drawing.canWrite && (
        <IconButton
          label={review.removeMark(number)}
          onClick={() => {
            drawing.areas.remove(file_id, page, at)
            drawing.choose(null)
            // The row disappears with the button that was pressed.
            document.querySelector<HTMLElement>(`.${styles.list}`)?.focus()
          }}
        >
          <Trash2 size={16} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

/** The marks drawn on the pages as a numbered list with their texts, across all files. */
export const AreaList = ({ drawing, ...speech }: Speech & { drawing: Drawing }) => {
  const { review } = useTexts()
  const { list } = drawing.areas
  const names = new Map(drawing.files.map(({ id, name }) => [id, name]))
  if (list.length === 0 && !drawing.canDraw) return null
  return (
    <section className={styles.list} aria-label={review.areas} tabIndex={-1}>
      <h3>
        {review.areas} {list.length > 0 && <small>{review.areasCount(list.length)}</small>}
      </h3>
      {list.length === 0 ? (
        <p className={styles.none}>{review.areasNone}</p>
      ) : (
        <ol>
          {list.map((mark) => (
            <Row
              key={`${mark.file_id}-${mark.page}-${mark.at}`}
              mark={mark}
              drawing={drawing}
              fileName={names.get(mark.file_id) ?? ''}
              {...speech}
            />
          ))}
        </ol>
      )}
    </section>
  )
}
