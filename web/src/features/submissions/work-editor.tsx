import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ClipboardEvent, ReactNode } from 'react'
import { Button } from '@tongchuang/ui/button.tsx'
import { useTexts } from '../../locales/texts.ts'
import type { EditorHandle, EditorParts } from '@tongchuang/ui/editor-handle.ts'
import { Toolbar } from './toolbar.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { useFormulaField } from '@tongchuang/ui/use-formula-field.tsx'
import styles from './work-editor.module.css'

const WorkPreview = lazyPart(() => import('./work-preview.tsx').then((module) => module.WorkPreview))

type Props = {
  value: string
  /** Grows when the value was replaced by something else than typing here. */
  revision: number
  locked: boolean
  /** The title's field, above the text. */
  title: ReactNode
  state: ReactNode
  foot: ReactNode
  footId: string
  urlOf: (file_id: number) => string | null
  onChange: (markdown: string) => void
  onBlur: () => void
  onFiles: (files: File[]) => void
  onPicture: () => void
  onHandle: (handle: EditorHandle | null) => void
}

type OpenEditor = (element: HTMLElement, parts: EditorParts) => EditorHandle

const quiet = 800

/** The paper: a plain field that takes letters at once, and the editor in its place as soon as that has come. */
export const WorkEditor = (props: Props) => {
  const { submissions: texts } = useTexts()
  const { value, revision, locked, footId } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const written = useRef(value)
  const lastKey = useRef(0)
  const composing = useRef(false)
  const [handle, setHandle] = useState<EditorHandle | null>(null)
  const [failed, setFailed] = useState(false)
  const [isShown, setShown] = useState(false)
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
    value,
    label: texts.text,
    describedBy: footId,
    placeholder: texts.placeholder,
    className: styles.prose ?? '',
  }))

  useEffect(() => {
    let opened: EditorHandle | null = null
    let isGone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    // Nobody is interrupted: not in the middle of a word, not with the cursor inside the text.
    const isBusy = () => {
      const area = field.current
      if (!area || document.activeElement !== area) return false
      return composing.current || Date.now() - lastKey.current < quiet || area.selectionStart !== area.value.length
    }
    const swap = (open: OpenEditor): void => {
      const element = place.current
      if (isGone || !element) return
      if (isBusy()) {
        timer = setTimeout(() => swap(open), 300)
        return
      }
      const hadFocus = document.activeElement === field.current
      try {
        opened = open(element, {
          ...options(),
          urlOf,
          onChange: change,
          onBlur: blur,
          onFiles: take,
          onFormula: askFormula,
        })
      } catch {
        // Whatever it cannot read stays in the plain field, as it was typed.
        element.replaceChildren()
        setFailed(true)
        return
      }
      report(opened)
      if (hadFocus) opened.focus('end')
    }
    import('@tongchuang/ui/rich-text.ts')
      .then(({ openRichText }) => swap(openRichText))
      .catch(() => isGone || setFailed(true))
    return () => {
      isGone = true
      clearTimeout(timer)
      opened?.close()
      report(null)
    }
  }, [])

  const replaced = useEffectEvent(() => {
    if (value === written.current) return
    written.current = value
    handle?.put(value)
  })
  useEffect(() => replaced(), [revision])
  useEffect(() => handle?.allow(!locked), [handle, locked])

  const pasted = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    props.onFiles(files)
  }

  return (
    <div className={styles.paper}>
      <Toolbar handle={isShown ? null : handle} onPicture={props.onPicture}>
        {props.state}
      </Toolbar>
      <div className={styles.sheet}>
        {props.title}
        <div ref={place} className={styles.place} hidden={!handle || isShown} />
        {isShown && (
          <Suspense>
            <WorkPreview content={value} />
          </Suspense>
        )}
        {!handle && !isShown && (
          <textarea
            ref={field}
            className={styles.plain}
            aria-label={texts.text}
            aria-describedby={footId}
            placeholder={texts.placeholder}
            value={value}
            readOnly={locked}
            onChange={(event) => {
              lastKey.current = Date.now()
              write(event.target.value)
            }}
            onCompositionStart={() => (composing.current = true)}
            onCompositionEnd={() => (composing.current = false)}
            onPaste={pasted}
            onBlur={props.onBlur}
          />
        )}
      </div>
      <div className={styles.foot} id={footId}>
        {props.foot}
        <span className={styles.hint}>{failed ? texts.plainEditor : texts.editorHint}</span>
        <Button tone="text" onClick={() => setShown(!isShown)}>
          {isShown ? texts.backToWriting : texts.preview}
        </Button>
      </div>
      {formula.field}
    </div>
  )
}
