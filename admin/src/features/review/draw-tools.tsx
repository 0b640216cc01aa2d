import { Eraser, MapPin, Spline, Square, Undo2 } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './areas.module.css'
import type { Drawing } from './use-drawing.ts'

const tools = [
  ['pen', 'p', Spline],
  ['box', 'b', Square],
  ['pin', 'n', MapPin],
  ['erase', 'd', Eraser],
] as const

/** The tools above a page, each with its key; on a narrow screen they lie over the page, near the thumb. */
export const DrawTools = ({ drawing }: { drawing: Drawing }) => {
  const { review } = useTexts()
  const { tool, pick, areas, undo } = drawing
  return (
    <div className={styles.tools} role="toolbar" aria-label={review.drawTools}>
      {tools.map(([name, key, Icon]) => (
        <button
          key={name}
          type="button"
          aria-pressed={tool === name}
          title={review.drawNames[name]}
          onClick={() => pick(name)}
        >
          <Icon size={18} aria-hidden />
          <span>{review.drawNames[name]}</span>
          <kbd>{key}</kbd>
        </button>
      ))}
      <button
        type="button"
        className={styles.undo}
        title={review.undo}
        aria-disabled={!areas.canUndo || undefined}
        onClick={undo}
      >
        <Undo2 size={18} aria-hidden />
        <span>{review.undo}</span>
        <kbd>u</kbd>
      </button>
    </div>
  )
}
