import { maxVoiceSeconds } from '@tongchuang/contract/rules/voices.ts'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTexts } from '../../../locales/texts.ts'
import type { MarkPlace } from '../area-pages.ts'
import { useHeldKey, useKeys } from '../use-keys.ts'
import { forgetRecording } from './kept-recordings.ts'
import { startRecording, troubleAhead, troubleOf, type Recorded, type Recording, type Trouble } from './recording.ts'
import type { Voices } from './use-voices.ts'

// A shorter press counts as a click, which starts a recording; another click ends it.
const heldMs = 400
const leastSeconds = 0.5
const tenBeforeEnd = maxVoiceSeconds - 10

type Texts = ReturnType<typeof useTexts>['voices']
type Live = { seconds: number; levels: readonly number[] }

const endOf = (running: RefObject<Recording | null>): void => void running.current?.stop()

/** Opening another work ends the recording and saves it. */
const useEndOnLeaving = (running: RefObject<Recording | null>): RefObject<boolean> => {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      endOf(running)
    }
  }, [running])
  return isGone
}

const endedText = (texts: Texts, ending: Recorded['ending'], seconds: number): string =>
  ({ stopped: texts.kept(seconds), full: texts.fullTime, taken: texts.taken(seconds) })[ending]

/** Recording with the microphone by a button or key, either held, or pressed once to begin and again to stop. */
export const useSpeaking = (voices: Voices) => {
  const { voices: texts } = useTexts()
  const [live, setLive] = useState<Live | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [said, setSaid] = useState('')
  const running = useRef<Recording | null>(null)
  const beginning = useRef<Promise<void> | null>(null)
  const finishing = useRef<Promise<void>>(Promise.resolve())
  const pressedAt = useRef(0)
  const [about, setAbout] = useState<MarkPlace | null>(null)
  const isGone = useEndOnLeaving(running)

  const endedWith = async (recorded: Recorded | null, on: MarkPlace | null): Promise<void> => {
    running.current = null
    setLive(null)
    if (!recorded) return setSaid('')
    const { recording, seconds, ending } = recorded
    if (seconds < leastSeconds) {
      await forgetRecording(recording.id)
      return setSaid(texts.tooShort)
    }
    setSaid(endedText(texts, ending, Math.round(seconds)))
    await voices.add(on ? { ...recording, on } : recording)
  }

  const begin = async (on: MarkPlace | null): Promise<void> => {
    const ahead = troubleAhead()
    if (ahead) return setTrouble(ahead)
    setAsking(true)
    try {
      const recording = await startRecording(voices.of, (seconds, levels) =>
        setLive({ seconds, levels: levels.slice(-40) }),
      )
      // The user answered the browser’s question after leaving the work.
      if (isGone.current) return recording.cancel()
      running.current = recording
      setTrouble(null)
      setSaid(texts.begun)
      setLive({ seconds: 0, levels: [] })
      finishing.current = recording.ended.then((recorded) => endedWith(recorded, on))
    } catch (error) {
      setTrouble(troubleOf(error))
    } finally {
      setAsking(false)
    }
  }

  const finish = async (): Promise<void> => {
    await beginning.current
    await running.current?.stop()
    await finishing.current
  }
  const press = (on: MarkPlace | null = null) => {
    if (running.current) return void finish()
    if (beginning.current || voices.isFull) return
    pressedAt.current = performance.now()
    setAbout(on)
    beginning.current = begin(on).finally(() => {
      beginning.current = null
    })
  }
  /**
   * Ends the recording of a long press; after a short one, or after the browser’s question, it continues until the next
   * press.
   */
  const letGo = () => {
    const isHeld = pressedAt.current > 0 && performance.now() - pressedAt.current > heldMs
    pressedAt.current = 0
    if (isHeld && running.current) void finish()
  }
  const cancel = () => running.current?.cancel()

  useHeldKey('t', { down: () => press(), up: letGo }, true)
  useKeys(live ? { Escape: cancel } : {})

  return {
    live,
    /** The mark the recording is about; null if it is about the work. */
    about,
    isAsking,
    trouble,
    /** The state as text, for screen readers and below the button. */
    said: live && live.seconds >= tenBeforeEnd ? texts.tenLeft : said,
    isNearEnd: live !== null && live.seconds >= tenBeforeEnd,
    press,
    letGo,
    cancel,
    finish,
    clearTrouble: () => setTrouble(null),
  }
}

export type Speaking = ReturnType<typeof useSpeaking>
