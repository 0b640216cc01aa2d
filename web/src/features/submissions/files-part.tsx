import { fileEndings, fileLimits } from '@tongchuang/contract/files.ts'
import type { FileCard } from '@tongchuang/contract/files.ts'
import { Button, IconButton } from '@tongchuang/ui/button.tsx'
import { FileMark } from '@tongchuang/ui/file-mark.tsx'
import { sizeOf } from '@tongchuang/ui/file-size.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { isWeChat } from '@tongchuang/ui/wechat.ts'
import { Camera, ChevronDown, ChevronUp, CircleCheck, Paperclip, Plus, X } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './files-part.module.css'
import type { Upload } from './upload-parts.ts'
import type { UploadQueue } from './upload-queue.ts'
import { UploadRow } from './upload-row.tsx'

type Props = {
  files: readonly FileCard[]
  uploads: readonly Upload[]
  queue: UploadQueue
  locked: boolean
  onFiles: (files: FileCard[]) => void
}

const FileDialog = lazyPart(() => import('@tongchuang/ui/file-dialog.tsx').then((module) => module.FileDialog))

const accepted = fileEndings.map((ending) => `.${ending}`).join(',')
const moveType = 'text/x-place'

/** Where files are dropped, chosen or photographed. */
const DropZone = ({ locked, onTake }: { locked: boolean; onTake: (files: FileList | null) => void }) => {
  const { submissions: texts } = useTexts()
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onTake(event.dataTransfer.files)
  }
  return (
    <div
      className={`${styles.drop} ${isOver ? styles.over : ''}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Paperclip size={20} aria-hidden />
      <span className={styles.dropWords}>{isOver ? texts.dropHere : texts.drop}</span>
      <Button className={styles.camera} blocked={locked} onClick={() => camera.current?.click()}>
        <Camera size={20} aria-hidden />
        {texts.photo}
      </Button>
      <Button blocked={locked} onClick={() => chooser.current?.click()}>
        <Plus size={20} aria-hidden />
        {texts.choose}
      </Button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={isWeChat() ? 'image/*' : accepted}
        aria-label={texts.choose}
        onChange={(event) => (onTake(event.target.files), (event.target.value = ''))}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={texts.photo}
        onChange={(event) => (onTake(event.target.files), (event.target.value = ''))}
      />
    </div>
  )
}

type FileRowProps = {
  files: readonly FileCard[]
  place: number
  locked: boolean
  /** Another file, by its place, was dropped here. */
  onMove: (from: number) => void
  onPlace: (to: number) => void
  onOpen: () => void
  onRemove: () => void
}

/** One file that has arrived: opened, moved and taken away. */
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

/** The files of the work: chosen, dropped or photographed, put in order by buttons or by dragging. */
export const FilesPart = ({ files, uploads, queue, locked, onFiles }: Props) => {
  const { submissions: texts } = useTexts()
  const [said, setSaid] = useState('')
  const [shown, setShown] = useState<number | null>(null)
  const count = files.length + uploads.filter(({ state }) => state !== 'refused').length

  const take = (list: FileList | null) => {
    if (!locked && list) queue.add([...list])
  }
  const move = (from: number, to: number) => {
    const moved = files[from]
    if (!moved || to < 0 || to >= files.length) return
    const rest = files.filter((_, place) => place !== from)
    onFiles([...rest.slice(0, to), moved, ...rest.slice(to)])
    setSaid(texts.moved(moved.name, to + 1))
  }
  return (
    <section id="files" tabIndex={-1} className={styles.part} aria-labelledby="files-part">
      <h2 id="files-part">
        {texts.files} <small>{texts.filesCount(count, fileLimits.maxFiles)}</small>
      </h2>
      <p className={styles.limit}>{texts.filesLimit(fileLimits.maxBytes / 2 ** 20)}</p>
      {isWeChat() && <p className={styles.limit}>{texts.filesWeChat}</p>}
      <DropZone locked={locked} onTake={take} />
      <output className="vh">{said}</output>
      <Suspense>
        {shown !== null && files[shown] && (
          <FileDialog files={files} at={shown} onMove={setShown} onClose={() => setShown(null)} />
        )}
      </Suspense>
      {count + uploads.length > 0 && (
        <ul className={styles.list}>
          {files.map((file, place) => (
            <FileRow
              key={file.id}
              {...{ files, place, locked }}
              onMove={(from) => move(from, place)}
              onPlace={(to) => move(place, to)}
              onOpen={() => setShown(place)}
              onRemove={() => onFiles(files.filter(({ id }) => id !== file.id))}
            />
          ))}
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} queue={queue} locked={locked} />
          ))}
        </ul>
      )}
    </section>
  )
}
