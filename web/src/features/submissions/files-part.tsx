import { fileEndings } from '@tongchuang/contract/files.ts'
import type { FileCard } from '@tongchuang/contract/files.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { isWeChat } from '@tongchuang/ui/wechat.ts'
import { Camera, Paperclip, Plus } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './files-part.module.css'
import type { Upload } from './upload-parts.ts'
import type { UploadQueue } from './upload-queue.ts'
import { useFileLimits } from './use-file-limits.ts'

type Props = {
  files: readonly FileCard[]
  uploads: readonly Upload[]
  queue: UploadQueue
  locked: boolean
  onAdd: (files: File[]) => void
  onFiles: (files: FileCard[]) => void
}

// Drawn once there is a file, but loaded before, because the network may be gone when a file is chosen.
const fileList = () => import('./file-list.tsx').then((module) => module.FileList)
const FileList = lazyPart(fileList)
const FileDialog = lazyPart(() => import('@tongchuang/ui/file-dialog.tsx').then((module) => module.FileDialog))

const accepted = fileEndings.map((ending) => `.${ending}`).join(',')

/** The area in which files are dropped, chosen or photographed. */
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

/** The files of the work: chosen, dropped or photographed, put in order by buttons or by dragging. */
export const FilesPart = ({ files, uploads, queue, locked, onAdd, onFiles }: Props) => {
  const { submissions: texts } = useTexts()
  const { file_mb, max_files } = useFileLimits()
  const [said, setSaid] = useState('')
  const [shown, setShown] = useState<number | null>(null)
  useEffect(() => void fileList().catch(() => undefined), [])
  const count = files.length + uploads.filter(({ state }) => state !== 'refused').length

  const take = (list: FileList | null) => {
    if (!locked && list) onAdd([...list])
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
        {texts.files} <small>{texts.filesCount(count, max_files)}</small>
      </h2>
      <p className={styles.limit}>{texts.filesLimit(file_mb)}</p>
      {isWeChat() && <p className={styles.limit}>{texts.filesWeChat}</p>}
      <DropZone locked={locked} onTake={take} />
      <output className="vh">{said}</output>
      <Suspense>
        {shown !== null && files[shown] && (
          <FileDialog files={files} at={shown} onMove={setShown} onClose={() => setShown(null)} />
        )}
      </Suspense>
      {count + uploads.length > 0 && (
        <Suspense fallback={<SkeletonList count={count} height={64} />}>
          <FileList
            {...{ files, uploads, queue, locked }}
            onMove={move}
            onOpen={setShown}
            onRemove={(gone) => onFiles(files.filter(({ id }) => id !== gone))}
          />
        </Suspense>
      )}
    </section>
  )
}
