import { postLength } from '@tongchuang/contract/discussions.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { keptText } from '@tongchuang/ui/kept-text.ts'
import { useOtherWindow } from '@tongchuang/ui/use-other-window.ts'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { createChosenNames } from './chosen-names.ts'
import { insertLine } from './marking.ts'
import type { Selected } from './marking.ts'
import { useMention } from './use-mention.ts'
import { usePicture } from './use-picture.ts'

export type Written = { content: string; mentions: number[]; anonymous: boolean }

export type Composing = {
  task_id: number
  text: string
  onText: (text: string) => void
  /** Sends the text; if it throws, the error is shown below and the text stays. */
  onSend: (written: Written) => Promise<unknown>
  /** Whether the writer may post without the name. */
  mayHide?: boolean
  /**
   * Where the text is stored on this device, together with the members it names and whether the writer's name is left
   * out.
   */
  place?: string
  /** The words of a post that is changed, from which its field begins. */
  begin?: string
  /** Whether the field takes the focus at first, because it was opened by a press. */
  focused?: boolean
}

const lengthOf = (text: string): number => [...text].length

/** The places that have a composer on the page now. */
const open = new Set<string>()

/**
 * Whether the words of a composer were left: they stay on the device as they were until they are sent, or written on.
 */
const useIsLeft = (place: string | undefined, latest: { readonly current: string }): (() => boolean) => {
  useEffect(() => {
    if (place === undefined) return
    open.add(place)
    return () => void open.delete(place)
  }, [place])
  return () =>
    place !== undefined && !open.has(place) && latest.current !== '' && keptText(place).read() === latest.current
}

/** Begins behind the last word of a field that was opened by a press. */
const useFocusAtEnd = (area: RefObject<HTMLTextAreaElement | null>, focused: boolean): void =>
  useEffect(() => {
    const field = area.current
    if (!focused || !field) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }, [area, focused])

/** A post while it is written: its text, names and pictures, and what becomes of it when it is sent. */
export const useComposer = (composing: Composing) => {
  const { task_id, text, onText, onSend, mayHide = false, place, begin, focused = false } = composing
  const { discussions: texts } = useTexts()
  const area = useRef<HTMLTextAreaElement>(null)
  const latest = useRef(text)
  const [isShown, setShown] = useState(false)
  const hidden = place === undefined ? null : keptText(`${place}:anonymous`)
  const [anonymous, setAnonymous] = useState(() => Boolean(hidden?.read()))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ReactNode>(null)
  const [chosen] = useState(() => createChosenNames(place))
  const other = useOtherWindow(place, latest, begin)
  const write = (next: string) => {
    latest.current = next
    onText(next)
    other.noteStored()
    chosen.follow(next)
    setError(null)
  }
  const mention = useMention(task_id, area, text, write, chosen)
  const length = lengthOf(text)
  const isLong = length > postLength.max

  useEffect(() => {
    latest.current = text
  }, [text])
  useFocusAtEnd(area, focused)
  const isLeft = useIsLeft(place, latest)

  const change = (work: (selected: Selected) => Selected) => {
    const field = area.current
    const end = latest.current.length
    const next = work({ text: latest.current, from: field?.selectionStart ?? end, to: field?.selectionEnd ?? end })
    write(next.text)
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(next.from, next.to)
    })
  }
  const picture = usePicture((line) => change((selected) => insertLine(selected, line)), texts.picture, isLeft)

  const submit = async () => {
    if (busy || picture.isBusy || isLong) return
    if (text.trim() === '') {
      setError(texts.empty)
      area.current?.focus()
      return
    }
    setBusy(true)
    setError(null)
    try {
      await onSend({ content: text, mentions: mention.mentioned(), anonymous: mayHide && anonymous })
      // Text typed while sending may still name the chosen members.
      if (latest.current === text || latest.current === '') chosen.follow('')
      setShown(false)
    } catch (cause) {
      setError(failureText(cause))
    } finally {
      setBusy(false)
    }
  }

  return {
    area,
    isShown,
    setShown,
    anonymous,
    setAnonymous: (next: boolean) => {
      setAnonymous(next)
      hidden?.write(next ? 'yes' : '')
    },
    busy: busy || picture.isBusy,
    length,
    /** The error of the text. */
    said: isLong ? texts.tooLong(length - postLength.max) : error,
    write,
    /** Called when the field is entered. */
    enter: () => other.look(write),
    change,
    mention,
    picture,
    submit,
  }
}
