import { Suspense, useState } from 'react'
import type { PreviewFile } from './file-preview.tsx'
import { lazyPart } from './lazy-part.tsx'
import styles from './note-photo.module.css'
import { useUiTexts } from './ui-texts.ts'

// Loaded only when somebody enlarges the photo.
const FileDialog = lazyPart(() => import('./file-dialog.tsx').then((module) => module.FileDialog))

/** A small photo beside a note; a press enlarges it. */
export const NotePhoto = ({ photo, label }: { photo: PreviewFile; label: string }) => {
  const texts = useUiTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [isFailed, setIsFailed] = useState(false)
  if (isFailed) return <p className={styles.failed}>{texts.notShown}</p>
  return (
    <>
      <button type="button" className={styles.photo} aria-label={label} onClick={() => setIsOpen(true)}>
        <img src={photo.thumb_url ?? photo.url} alt="" loading="lazy" onError={() => setIsFailed(true)} />
      </button>
      <Suspense>
        {isOpen && <FileDialog files={[photo]} at={0} onMove={() => undefined} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
