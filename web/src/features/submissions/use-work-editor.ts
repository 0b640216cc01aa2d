import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import { flushSync } from 'react-dom'
import type { EditorHandle, EditorParts } from '@tongchuang/ui/editor-handle.ts'
import { useFormulaField } from '@tongchuang/ui/use-formula-field.tsx'
import { useTexts } from '../../locales/texts.ts'

/** The inputs and callbacks of an editor for a work. */
export type Editing = {
  value: string
  /** Incremented when the value is replaced by anything other than typing here. */
  revision: number
  locked: boolean
  footId: string
  urlOf: (file_id: number) => string | null
  onChange: (markdown: string) => void
  onBlur: () => void
  onFiles: (files: File[]) => void
  onHandle: (handle: EditorHandle | null) => void
}

type OpenEditor = (element: HTMLElement, parts: EditorParts) => EditorHandle

const quiet = 800

type Bringing = {
  place: () => HTMLElement | null
  /** The plain field in use until the editor is ready. */
  field: () => HTMLElement | null
  isBusy: () => boolean
  parts: () => EditorParts
  report: (handle: EditorHandle | null) => void
  fail: () => void
}

/** Loads the editor and opens it once nobody is busy in the plain field; returns a function that closes it. */
const bringEditor = ({ place, field, isBusy, parts, report, fail }: Bringing): (() => void) => {
  let opened: EditorHandle | null = null
  let isGone = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const swap = (open: OpenEditor): void => {
    const element = place()
    if (isGone || !element) return
    if (isBusy()) {
      timer = setTimeout(() => swap(open), 300)
      return
    }
    const hadFocus = document.activeElement === field()
    try {
      opened = open(element, parts())
    } catch {
      // Text the editor cannot parse stays in the plain field, as it was typed.
      element.replaceChildren()
      fail()
      return
    }
    // In one step: a letter typed in between would go to the removed field instead of the editor.
    const handle = opened
    flushSync(() => report(handle))
    if (hadFocus) opened.focus('end')
  }
  import('@tongchuang/ui/rich-text.ts').then(({ openRichText }) => swap(openRichText)).catch(() => isGone || fail())
  return () => {
    isGone = true
    clearTimeout(timer)
    opened?.close()
    report(null)
  }
}

/**
 * The plain field that accepts input at once, and the editor that replaces it as soon as it is loaded and nobody is
 * interrupted.
 */
export const useWorkEditor = (props: Editing, className: string) => {
  const { submissions: texts } = useTexts()
  const { value, revision, locked, footId } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const written = useRef(value)
  const lastKey = useRef(0)
  const composing = useRef(false)
  const [handle, setHandle] = useState<EditorHandle | null>(null)
  const [failed, setFailed] = useState(false)
  const formula = useFormulaField()

  const write = (markdown: string) => {
    written.current = markdown
    props.onChange(markdown)
  }
  const change = useEffectEvent(write)
  const blur = useEffectEvent(() => props.onBlur())
  const take = useEffectEvent((files: File[]) => props.onFiles(files))
  const askFormula = useEffectEvent(formula.ask)
  const urlOf = useEffectEvent((id: number) => props.urlOf(id))
  const report = useEffectEvent((next: EditorHandle | null) => {
    setHandle(next)
    props.onHandle(next)
  })
  const options = useEffectEvent(() => ({
    value: written.current,
    describedBy: footId,
    className,
  }))
  const words = useEffectEvent(() => texts)

  useEffect(() => {
    // The swap must not interrupt anyone in the middle of a word or with the cursor inside the text.
    const isBusy = () => {
      const area = field.current
      if (!area || document.activeElement !== area) return false
      return composing.current || Date.now() - lastKey.current < quiet || area.selectionStart !== area.value.length
    }
    return bringEditor({
      place: () => place.current,
      field: () => field.current,
      isBusy,
      parts: () => ({
        ...options(),
        // Read anew: the language may change while it is open.
        get label() {
          return words().text
        },
        get placeholder() {
          return words().placeholder
        },
        ...{ urlOf, onChange: change, onBlur: blur, onFiles: take, onFormula: askFormula },
      }),
      report,
      fail: () => setFailed(true),
    })
  }, [])

  const replaced = useEffectEvent(() => {
    if (value === written.current) return
    written.current = value
    handle?.put(value)
  })
  useEffect(() => replaced(), [revision])
  useEffect(() => handle?.allow(!locked), [handle, locked, texts])

  return {
    handle,
    failed,
    place,
    formulaField: formula.field,
    /** The props of the plain field. */
    plain: {
      ref: field,
      onChange: (event: ChangeEvent<HTMLTextAreaElement>) => {
        lastKey.current = Date.now()
        write(event.target.value)
      },
      onCompositionStart: () => void (composing.current = true),
      onCompositionEnd: () => void (composing.current = false),
    },
  }
}
