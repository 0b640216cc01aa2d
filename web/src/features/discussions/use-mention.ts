import { isComposing, isSubmitKey } from '@tongchuang/ui/use-enter-submit.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import type { ChosenNames, Named } from './chosen-names.ts'
import { mentionAt, withMention } from './mention-at.ts'
import { namesQuery } from './queries.ts'

/** Fast typing sends only one request. */
const pauseMs = 150

/**
 * Completes @names while they are typed: the list follows the caret, the arrows choose, Enter or Tab takes, Esc closes.
 * The list only ever matches the current text: until it has loaded, keys act as ordinary text input.
 */
export const useMention = (
  task_id: number,
  area: RefObject<HTMLTextAreaElement | null>,
  text: string,
  setText: (text: string) => void,
  chosen: ChosenNames,
) => {
  const id = useId()
  const [at, setAt] = useState<ReturnType<typeof mentionAt>>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const keyword = at?.keyword ?? null
  const { data = [], isPending } = useQuery(namesQuery(task_id, asked))
  const isAsked = keyword !== null && asked === keyword
  const names = isAsked ? data : []
  const isAwaited = keyword !== null && (!isAsked || isPending)

  useEffect(() => {
    const timer = setTimeout(() => setAsked(keyword), keyword === null ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [keyword])

  const look = (): void => {
    const field = area.current
    setAt(field && field.selectionStart === field.selectionEnd ? mentionAt(field.value, field.selectionStart) : null)
    setActive(0)
  }
  const take = (name: Named): void => {
    if (!at) return
    const next = withMention(text, at, name.nickname)
    setText(next.text)
    chosen.add(name, next.text)
    setAt(null)
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  const isOpen = names.length > 0
  const optionId = (index: number) => `${id}-${index}`

  return {
    id,
    isOpen,
    names,
    active,
    optionId,
    look,
    take,
    close: () => setAt(null),
    /** The chosen members whose names still occur in the text. */
    mentioned: () => chosen.in(text),
    /** Returns whether the list handled the key. */
    onKeyDown: (event: KeyboardEvent): boolean => {
      if (isComposing(event)) return false
      // While the list is loading, Esc closes only the list, not the whole reply.
      if (isAwaited && event.key === 'Escape') {
        event.preventDefault()
        setAt(null)
        return true
      }
      if (!isOpen) return false
      const name = names[active]
      const isTaking = event.key === 'Tab' || (isSubmitKey(event, false) && !isSubmitKey(event, true))
      if (event.key === 'ArrowDown') setActive((active + 1) % names.length)
      else if (event.key === 'ArrowUp') setActive((active + names.length - 1) % names.length)
      else if (event.key === 'Escape') setAt(null)
      else if (isTaking && name) take(name)
      else return false
      event.preventDefault()
      return true
    },
  }
}
