import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import styles from './file-list.module.css'
import { FileMark } from './file-mark.tsx'
import { isShown } from './file-preview.tsx'
import type { PreviewFile } from './file-preview.tsx'
import { sizeOf } from './file-size.ts'
import { lazyPart } from './lazy-part.tsx'
import { useUiTexts } from './ui-texts.ts'
import { explainDownload } from './wechat.ts'

// Loaded only when somebody opens a file.
const FileDialog = lazyPart(() => import('./file-dialog.tsx').then((module) => module.FileDialog))

const Name = ({ name, size }: PreviewFile) => (
  <>
    <b>{name}</b>
    <small className="num">{sizeOf(size)}</small>
  </>
)

/** Files to view or download: the name opens what a browser can show, the arrow downloads it. */
export const FileList = ({ files }: { files: readonly PreviewFile[] }) => {
  const texts = useUiTexts()
  const [at, setAt] = useState<number | null>(null)
  return (
    <>
      <ul className={styles.files}>
        {files.map((file, place) => (
          <li key={file.id}>
            {file.thumb_url ? (
              <img src={file.thumb_url} alt="" width={40} height={40} loading="lazy" />
            ) : (
              <FileMark name={file.name} />
            )}
            {isShown(file) ? (
              <button type="button" className={styles.name} onClick={() => setAt(place)}>
                <Name {...file} />
              </button>
            ) : (
              <a className={styles.name} href={file.url} download={file.name} onClick={explainDownload}>
                <Name {...file} />
              </a>
            )}
            <a
              className={`${styles.save} no-print`}
              href={file.url}
              download={file.name}
              onClick={explainDownload}
              aria-label={texts.download(file.name)}
              title={texts.download(file.name)}
            >
              <Download size={20} aria-hidden />
            </a>
          </li>
        ))}
      </ul>
      <Suspense>
        {at !== null && files[at] && <FileDialog files={files} at={at} onMove={setAt} onClose={() => setAt(null)} />}
      </Suspense>
    </>
  )
}
