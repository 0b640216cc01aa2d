import type { FileCard } from '@tongchuang/contract/files.ts'
import { IconButton } from '@tongchuang/ui/button.tsx'
import { FileMark } from '@tongchuang/ui/file-mark.tsx'
import { sizeOf } from '@tongchuang/ui/file-size.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { ChevronDown, ChevronUp, CircleCheck, X } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import { refusedFileTexts } from '../../locales/use-refused-file-texts.ts'
import styles from './files-part.module.css'
import type { Upload } from './upload-parts.ts'
import type { UploadQueue } from './upload-queue.ts'
import { UploadRow } from './upload-row.tsx'

/** Says that what was chosen for the text stays a file beside it. */
export const sayNoPicture = (name: string): void => showToast(refusedFileTexts().noPicture(name), 'warning')

const moveType = 'text/x-place'

type FileRowProps = {
  files: readonly FileCard[]
  place: number
  locked: boolean
  /** Called when another file, given by its index, is dropped here. */
  onMove: (from: number) => void
  onPlace: (to: number) => void
  onOpen: () => void
  onRemove: () => void
}

/** One uploaded file, with actions to open, move and remove it. */
const FileRow = ({ files, place, locked, onMove, onPlace, onOpen, onRemove }: FileRowProps) => {
  const { submissions: texts } = useTexts()
  const file = files[place]
  if (!file) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging has a twin in the two buttons of the row
    <li
      draggable={!locked && files.length > 1}
      onDragStart={(event) => event.dataTransfer.setData(moveType, String(place))}
      onDragOver={(event) => event.dataTransfer.types.includes(moveType) && event.preventDefault()}
      onDrop={(event) => {
        const from = event.dataTransfer.getData(moveType)
        if (from === '') return
        event.preventDefault()
        onMove(Number(from))
      }}
    >
      <FileMark name={file.name} className={styles.mark} />
      <div>
        <div className={styles.line}>
          <b>
            {file.url ? (
              <button type="button" className={styles.open} onClick={onOpen}>
                {file.name}
              </button>
            ) : (
              file.name
            )}
          </b>
          <small>{sizeOf(file.size)}</small>
        </div>
        <span className={`${styles.state} ${styles.ok}`}>
          <CircleCheck size={16} aria-hidden />
          {texts.uploaded}
        </span>
      </div>
      <span className={styles.tools}>
        {files.length > 1 && (
          <>
            <IconButton label={texts.up(file.name)} disabled={locked || place === 0} onClick={() => onPlace(place - 1)}>
              <ChevronUp size={20} aria-hidden />
            </IconButton>
            <IconButton
              label={texts.down(file.name)}
              disabled={locked || place === files.length - 1}
              onClick={() => onPlace(place + 1)}
            >
              <ChevronDown size={20} aria-hidden />
            </IconButton>
          </>
        )}
        <IconButton label={texts.remove(file.name)} disabled={locked} onClick={onRemove}>
          <X size={20} aria-hidden />
        </IconButton>
      </span>
    </li>
  )
}

type FileListProps = {
  files: readonly FileCard[]
  uploads: readonly Upload[]
  queue: UploadQueue
  locked: boolean
  onMove: (from: number, to: number) => void
  onOpen: (place: number) => void
  onRemove: (id: number) => void
}

/** The uploaded files, and the uploads in progress. */
export const FileList = ({ files, uploads, queue, locked, onMove, onOpen, onRemove }: FileListProps) => (
  <ul className={styles.list}>
    {files.map((file, place) => (
      <FileRow
        key={file.id}
        {...{ files, place, locked }}
        onMove={(from) => onMove(from, place)}
        onPlace={(to) => onMove(place, to)}
        onOpen={() => onOpen(place)}
        onRemove={() => onRemove(file.id)}
      />
    ))}
    {uploads.map((upload) => (
      <UploadRow key={upload.id} upload={upload} queue={queue} locked={locked} />
    ))}
  </ul>
)
