import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { ChevronUp, Map as MapIcon } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { doneOf, TaskMapList } from './task-map.tsx'
import type { MapProps } from './task-map.tsx'
import styles from './task-map.module.css'

/** The map on phones: a line that opens it as a sheet. */
export const MapSheet = ({ chapter, ...props }: MapProps & { chapter: string }) => {
  const { taskDetail: texts } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { done, count } = doneOf(props.map)
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        className={`${styles.trigger} no-print`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <MapIcon size={20} aria-hidden />
        <b>{texts.map}</b>
        <span className="num">{[chapter, texts.done(done, count)].filter(Boolean).join(' · ')}</span>
        <ChevronUp size={20} aria-hidden />
      </button>
      {isOpen && (
        <Dialog title={texts.map} wide onClose={close}>
          <div className={styles.sheet}>
            <TaskMapList {...props} onLeave={close} />
          </div>
        </Dialog>
      )}
    </>
  )
}
