import type { FileCard } from '@tongchuang/contract/files.ts'
import { Download, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from './button.tsx'
import { FileMark } from './file-mark.tsx'
import styles from './file-preview.module.css'
import { sizeOf } from './file-size.ts'
import { FileText } from './file-text.tsx'
import { useLanguage } from './language.ts'
import { PictureView } from './picture-view.tsx'
import { stageTexts } from './texts/stage.ts'
import { useUiTexts } from './ui-texts.ts'
import { explainDownload, isWeChat } from './wechat.ts'

/** The fields of a file card that a preview needs. */
export type PreviewFile = Pick<FileCard, 'id' | 'name' | 'size' | 'kind' | 'url' | 'thumb_url' | 'text_url'> &
  Partial<Pick<FileCard, 'view_url'>>

/** Whether a browser can show a file without saving it. */
export const isShown = ({ kind, text_url }: PreviewFile): boolean =>
  kind === 'image' || kind === 'pdf' || kind === 'audio' || kind === 'video' || text_url !== null

/** Whether a PDF can be shown inside the page, which phones cannot do. */
const showsPdf = (): boolean => navigator.pdfViewerEnabled && matchMedia('(min-width: 820px)').matches

const Saved = ({ file, why, opens }: { file: PreviewFile; why?: string; opens?: boolean }) => {
  const texts = useUiTexts()
  const { url } = file
  return (
    <div className={styles.saved}>
      <FileMark name={file.name} />
      <b>{file.name}</b>
      <small className="num">{sizeOf(file.size)}</small>
      {why && <p>{why}</p>}
      {isWeChat() && <p>{texts.openInBrowser}</p>}
      {opens ? (
        <a className={buttonClass('primary')} href={url} target="_blank" rel="noreferrer" onClick={explainDownload}>
          <ExternalLink size={20} aria-hidden />
          {texts.openIt}
        </a>
      ) : (
        <a className={buttonClass('primary')} href={url} download={file.name} onClick={explainDownload}>
          <Download size={20} aria-hidden />
          {texts.downloadIt}
        </a>
      )}
    </div>
  )
}

/**
 * Shows a file as far as a browser can, filling its box: pictures with zoom, audio and video, PDF, texts and programs.
 * Anything else, and what fails to load, is offered for download. `alt` describes a picture; without it the name does.
 * The file list, the review page and the works show files through this component alone.
 */
export const FilePreview = ({
  file,
  alt,
  failed: isBroken = false,
}: {
  file: PreviewFile
  alt?: string
  /** The caller has already failed to show the file in another way. */
  failed?: boolean
}) => {
  const texts = useUiTexts()
  const language = useLanguage()
  const [failed, setFailed] = useState<string | null>(null)
  const { url } = file
  const fail = () => setFailed(file.url)
  if (isBroken || failed === file.url) return <Saved file={file} why={texts.notShown} />
  if (file.kind === 'image')
    return <PictureView key={file.id} src={url} alt={alt ?? texts.picture(file.name)} onError={fail} />
  if (file.kind === 'video') {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- what a student filmed has no captions
      <video
        key={file.id}
        className={styles.film}
        src={url}
        aria-label={file.name}
        controls
        playsInline
        preload="metadata"
        onError={fail}
      />
    )
  }
  if (file.kind === 'audio') {
    return (
      <div className={styles.sound}>
        <FileMark name={file.name} />
        <b>{file.name}</b>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- what a student recorded has no captions */}
        <audio key={file.id} src={url} aria-label={file.name} controls preload="metadata" onError={fail} />
      </div>
    )
  }
  if (file.kind === 'pdf')
    return showsPdf() ? <iframe className={styles.pdf} src={url} title={file.name} /> : <Saved file={file} opens />
  if (file.text_url !== null)
    return (
      <FileText
        key={file.id}
        url={file.text_url}
        otherwise={<Saved file={file} why={stageTexts[language].notRead} />}
      />
    )
  return <Saved file={file} why={texts.noPreview} />
}
