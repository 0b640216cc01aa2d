import type { KeyboardEvent } from 'react'
import type { PreviewFile } from './file-preview.tsx'
import { FileStage } from './file-stage.tsx'
import styles from './files-in-place.module.css'
import { useStage } from './use-stage.ts'

/** Files shown within a page; ← and → turn their pages while the focus is inside. */
export const FilesInPlace = ({ files, label }: { files: readonly PreviewFile[]; label?: string }) => {
  const stage = useStage(files)
  const press = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest('audio, video, [data-zoomed], input, textarea')) return
    if (event.key === 'ArrowLeft') stage.go(stage.index - 1)
    else if (event.key === 'ArrowRight') stage.go(stage.index + 1)
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys have twins in the buttons
    <div className={styles.place} data-kind={stage.place?.file.kind} onKeyDown={press}>
      <FileStage stage={stage} {...(label !== undefined && { label })} />
    </div>
  )
}
