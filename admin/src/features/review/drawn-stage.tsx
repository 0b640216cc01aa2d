import { AreaOverlay } from '@tongchuang/ui/area-overlay.tsx'
import { FileStage } from '@tongchuang/ui/file-stage.tsx'
import type { SheetFrame } from '@tongchuang/ui/sheet.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import type { FilePage } from '@tongchuang/ui/use-stage.ts'
import { useTexts } from '../../locales/texts.ts'
import styles from './areas.module.css'
import { DrawLayer } from './draw-layer.tsx'
import { DrawTools } from './draw-tools.tsx'
import type { Drawing } from './use-drawing.ts'
import type { WorkFiles } from './use-work-files.ts'

/** The files of a work with the marks drawn on them, and the drawing tools. */
export const DrawnStage = ({
  files,
  drawing,
  onMarkPressed,
}: {
  files: WorkFiles
  drawing: Drawing
  onMarkPressed: () => void
}) => {
  const { review } = useTexts()
  const { areas, tool, chosen } = drawing
  const { places, index } = files.stage
  const marksOn = ({ file, page }: FilePage) => areas.list.filter((one) => one.file_id === file.id && one.page === page)
  const overlay = (place: FilePage, frame: SheetFrame) => {
    const { id } = place.file
    const marks = marksOn(place)
    const press = (number: number) => {
      const mark = marks.find((one) => one.number === number)
      if (!mark) return
      if (tool !== 'erase') {
        drawing.choose(number)
        return onMarkPressed()
      }
      areas.remove(id, place.page, mark.at)
      drawing.choose(null)
      // The pressed number disappears with its mark.
      document.querySelector<HTMLElement>(`.${styles.tools} [aria-pressed='true']`)?.focus()
    }
    return (
      <>
        {tool !== null && tool !== 'erase' && (
          <DrawLayer
            tool={tool}
            frame={frame}
            onDraw={(mark, isTouch) => {
              if (!areas.add(id, place.page, mark)) return showToast(review.pageFull, 'warning')
              const number = (marks.at(-1)?.number ?? numberBefore(areas.list, id, place.page)) + 1
              drawing.choose(number)
              // The text field gets the focus at once unless it would cover the page; Esc leads back to the keys.
              if (mark.shape !== 'pen' && !isTouch) drawing.toWords(number)
            }}
          />
        )}
        <AreaOverlay
          marks={marks}
          chosen={chosen}
          frame={frame}
          labelOf={({ number, text, shape }) =>
            tool === 'erase'
              ? review.removeMark(number)
              : review.areaName(review.drawNames[shape], number, text || review.areaOnlyLine)
          }
          onChoose={press}
        />
      </>
    )
  }
  return (
    <div className={styles.drawn}>
      {places.length > 1 && (
        <span className={`${styles.count} num`} aria-hidden>
          {index + 1} / {places.length}
        </span>
      )}
      {drawing.canDraw ? <DrawTools drawing={drawing} /> : <span />}
      <FileStage stage={files.stage} overlay={overlay} marksOn={(place) => marksOn(place).length} />
    </div>
  )
}

/** The number of the last mark on the pages before this one. */
const numberBefore = (list: Drawing['areas']['list'], file_id: number, page: number): number =>
  list.filter((one) => one.file_id < file_id || (one.file_id === file_id && one.page < page)).length
