import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { buttonClass, IconButton } from './button.tsx'
import { Dialog } from './dialog.tsx'
import styles from './file-dialog.module.css'
import { FilePreview } from './file-preview.tsx'
import type { PreviewFile } from './file-preview.tsx'
import { useUiTexts } from './ui-texts.ts'
import { explainDownload } from './wechat.ts'

type Props = { files: readonly PreviewFile[]; at: number; onMove: (at: number) => void; onClose: () => void }

/** One of some files, large; ← and → go to the others. */
export const FileDialog = ({ files, at, onMove, onClose }: Props) => {
  const texts = useUiTexts()
  const file = files[at]
  if (!file) return null
  const go = (to: number) => to >= 0 && to < files.length && onMove(to)
  const press = (event: KeyboardEvent) => {
    // In a film and in an enlarged picture the arrows have a meaning of their own.
    if (event.target instanceof Element && event.target.closest('audio, video, [data-zoomed]')) return
    if (event.key === 'ArrowLeft') go(at - 1)
    if (event.key === 'ArrowRight') go(at + 1)
  }
  return (
    <Dialog title={file.name} size="large" onClose={onClose} onKeyDown={press}>
      <div className={styles.frame}>
        <div className={styles.stage}>
          <FilePreview file={file} />
        </div>
        <div className={styles.bar}>
          {files.length > 1 && (
            <>
              <IconButton label={texts.previousFile} disabled={at === 0} onClick={() => go(at - 1)}>
                <ChevronLeft size={20} aria-hidden />
              </IconButton>
              <span className="num" aria-live="polite">
                {texts.fileOf(at + 1, files.length)}
              </span>
              <IconButton label={texts.nextFile} disabled={at === files.length - 1} onClick={() => go(at + 1)}>
                <ChevronRight size={20} aria-hidden />
              </IconButton>
            </>
          )}
          <a
            className={`${buttonClass()} ${styles.save}`}
            href={file.url}
            download={file.name}
            onClick={explainDownload}
          >
            <Download size={20} aria-hidden />
            {texts.downloadIt}
          </a>
        </div>
      </div>
    </Dialog>
  )
}
