import type { EditorCommand, EditorHandle } from '@tongchuang/ui/editor-handle.ts'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { Bold, Code, Heading, ListOrdered, Quote, Sigma, Table, Undo2 } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import { useFormulaField } from '@tongchuang/ui/use-formula-field.tsx'
import styles from './text-editor.module.css'

const tools = [
  ['heading', Heading],
  ['bold', Bold],
  ['list', ListOrdered],
  ['quote', Quote],
  ['formula', Sigma],
  ['table', Table],
  ['code', Code],
  ['undo', Undo2],
] as const satisfies readonly (readonly [EditorCommand, typeof Bold])[]

const none: readonly EditorCommand[] = []
const nobody = () => () => undefined

const Tools = ({ handle }: { handle: EditorHandle | null }) => {
  const { tasks } = useTexts()
  const active = useSyncExternalStore(handle?.subscribe ?? nobody, () => handle?.active() ?? none)
  return (
    <div className={styles.tools} role="toolbar" aria-label={tasks.editor.toolbar}>
      {tools.map(([name, Icon]) => (
        <button
          key={name}
          type="button"
          aria-label={tasks.editor.tools[name]}
          title={tasks.editor.tools[name]}
          aria-pressed={name === 'undo' || name === 'table' ? undefined : active.includes(name)}
          disabled={!handle}
          onClick={() => handle?.run(name)}
        >
          <Icon size={18} aria-hidden />
        </button>
      ))}
    </div>
  )
}

type Props = {
  label: string
  hint: string
  value: string
  locked: boolean
  urlOf: (file_id: number) => string | null
  onChange: (markdown: string) => void
  /** Uploads pasted or dropped pictures; returns what is inserted into the text. */
  onFiles: (files: File[]) => Promise<{ id: number; name: string }[]>
}

/** The name and the hint of the editor as they are now, in the language of the page. */
const namedBy = (words: () => { label: string; placeholder: string }) => ({
  get label() {
    return words().label
  },
  get placeholder() {
    return words().placeholder
  },
})

/** Markdown as rich text: a plain field that accepts input at once, replaced by the editor as soon as it is loaded. */
export const TextEditor = ({ label, hint, value, locked, urlOf, onChange, onFiles }: Props) => {
  const place = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const written = useRef(value)
  const [handle, setHandle] = useState<EditorHandle | null>(null)
  const formula = useFormulaField()

  const write = (markdown: string) => {
    written.current = markdown
    onChange(markdown)
  }
  const change = useEffectEvent(write)
  const pictureOf = useEffectEvent((id: number) => urlOf(id))
  const askFormula = useEffectEvent(formula.ask)
  const words = useEffectEvent(() => ({ label, placeholder: hint }))
  const take = useEffectEvent(async (files: File[], editor: () => EditorHandle | null) => {
    for (const { id, name } of await onFiles(files)) editor()?.insertPicture(id, name)
  })

  useEffect(() => {
    let opened: EditorHandle | null = null
    let isGone = false
    const open = async () => {
      const { openRichText } = await import('@tongchuang/ui/rich-text.ts')
      const element = place.current
      // Typing into the plain field is not interrupted: the editor replaces it when it loses the focus.
      if (document.activeElement === field.current)
        await new Promise((resolve) => field.current?.addEventListener('blur', resolve, { once: true }))
      if (isGone || !element) return
      try {
        const parts = {
          value: written.current,
          describedBy: 'task-text-hint',
          className: styles.prose ?? '',
          urlOf: pictureOf,
          onChange: change,
          onBlur: () => undefined,
          onFiles: (files: File[]) => void take(files, () => opened),
          onFormula: askFormula,
        }
        opened = openRichText(element, Object.assign(namedBy(words), parts))
        // Synchronously: otherwise a letter typed in between would be in the disappearing field, and not in the editor.
        flushSync(() => setHandle(opened))
      } catch {
        // Text that the editor cannot read stays in the plain field as typed.
        element.replaceChildren()
      }
    }
    open().catch(() => undefined)
    return () => {
      isGone = true
      opened?.close()
    }
  }, [])

  const replaced = useEffectEvent(() => {
    if (value === written.current) return
    written.current = value
    handle?.put(value)
  })
  useEffect(() => replaced(), [value])
  // Also in another language, in which the editor then reads its name.
  useEffect(() => handle?.allow(!locked), [handle, locked, label])

  return (
    <div className={styles.paper}>
      {!locked && <Tools handle={handle} />}
      <div ref={place} hidden={!handle} />
      {!handle && (
        <textarea
          ref={field}
          className={styles.plain}
          aria-label={label}
          value={value}
          readOnly={locked}
          onChange={(event) => write(event.target.value)}
        />
      )}
      <p id="task-text-hint" className={styles.hint} hidden={locked}>
        {hint}
      </p>
      {formula.field}
    </div>
  )
}
