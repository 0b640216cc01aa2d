import {
  Bold,
  Code,
  Columns3,
  Heading,
  Image,
  List,
  ListOrdered,
  Quote,
  Rows3,
  Sigma,
  Table,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useRef, useState, useSyncExternalStore } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import type { EditorCommand, EditorHandle } from '@tongchuang/ui/editor-handle.ts'
import styles from './toolbar.module.css'

const groups: readonly (readonly [EditorCommand, typeof Bold][])[] = [
  [
    ['heading', Heading],
    ['bold', Bold],
    ['bullets', List],
    ['list', ListOrdered],
    ['quote', Quote],
  ],
  [
    ['formula', Sigma],
    ['table', Table],
    ['code', Code],
    ['image', Image],
  ],
  [['undo', Undo2]],
]
const tableTools: readonly (readonly [EditorCommand, typeof Bold])[] = [
  ['row', Rows3],
  ['column', Columns3],
  ['noTable', Trash2],
]
const toggles = new Set<EditorCommand>(['heading', 'bold', 'bullets', 'list', 'quote', 'formula', 'code'])

const none: readonly EditorCommand[] = []
const nobody = () => () => undefined

type Props = { handle: EditorHandle | null; onPicture: () => void; children: ReactNode }

/** The toolbar above the text: one tab stop, with arrow keys inside. */
export const Toolbar = ({ handle, onPicture, children }: Props) => {
  const { submissions: texts } = useTexts()
  const active = useSyncExternalStore(handle?.subscribe ?? nobody, () => handle?.active() ?? none)
  const bar = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState<EditorCommand>('heading')

  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    const buttons = [...(bar.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])]
    const next =
      buttons[(buttons.indexOf(document.activeElement as HTMLButtonElement) + step + buttons.length) % buttons.length]
    event.preventDefault()
    next?.focus()
  }
  const button = ([name, Icon]: readonly [EditorCommand, typeof Bold]) => (
    <button
      key={name}
      type="button"
      tabIndex={name === stop ? 0 : -1}
      aria-label={texts.commands[name]}
      title={texts.commands[name]}
      aria-pressed={toggles.has(name) ? active.includes(name) : undefined}
      aria-disabled={handle === null || undefined}
      onFocus={() => setStop(name)}
      // Pressing a tool must not clear the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!handle) return
        if (name === 'image') onPicture()
        else handle.run(name)
      }}
    >
      <Icon size={20} aria-hidden />
    </button>
  )
  const isTable = active.includes('table')
  const shown = groups.map((group, index) => (index === 1 && isTable ? [...group, ...tableTools] : group))
  return (
    <div className={styles.bar}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons take the focus, one at a time */}
      <div ref={bar} className={styles.tools} role="toolbar" aria-label={texts.toolbar} onKeyDown={move}>
        {shown.map((group, index) => (
          <div key={index} className={styles.group}>
            {group.map(button)}
          </div>
        ))}
      </div>
      {children}
    </div>
  )
}
