import { Download, Maximize, Minus, Plus, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { FileMark } from './file-mark.tsx'
import { FilePreview } from './file-preview.tsx'
import styles from './file-stage.module.css'
import { Sheet } from './sheet.tsx'
import type { SheetFrame } from './sheet.tsx'
import { useLanguage } from './language.ts'
import { stageTexts } from './texts/stage.ts'
import { useUiTexts } from './ui-texts.ts'
import type { FilePage, Stage } from './use-stage.ts'
import { explainDownload } from './wechat.ts'

type Props = {
  stage: Stage
  /** The layer over a page: marks, or the tool that draws them. */
  overlay?: (place: FilePage, frame: SheetFrame) => ReactNode
  /** The number of marks on a page, shown on its item in the strip. */
  marksOn?: (place: FilePage) => number
  /** Distinguishes this stage from another on the same page. */
  label?: string
}

/** At most this many items of the strip are drawn, because a document may have thousands. */
const MOST_SHOWN = 40

const isSheet = ({ file: { kind } }: FilePage): boolean => kind === 'image' || kind === 'pdf'

const Strip = ({ stage, marksOn }: Pick<Props, 'stage' | 'marksOn'>) => {
  const texts = { ...useUiTexts(), ...stageTexts[useLanguage()] }
  const { places, index, go } = stage
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [index])
  if (places.length < 2) return null
  const first = Math.max(0, Math.min(index - MOST_SHOWN / 2, places.length - MOST_SHOWN))
  return (
    <ul ref={list} className={styles.strip} aria-label={texts.pages} data-own-touch>
      {places.slice(first, first + MOST_SHOWN).map((place, at) => {
        const { file, page } = place
        const marks = marksOn?.(place) ?? 0
        const name = file.kind === 'pdf' ? texts.pageOf(file.name, page) : file.name
        return (
          <li key={`${file.id}-${page}`}>
            <button
              type="button"
              aria-current={first + at === index ? 'page' : undefined}
              title={name}
              onClick={() => go(first + at)}
            >
              <span className="vh">{texts.placeMarks(name, marks)}</span>
              {file.thumb_url ? (
                <img src={file.thumb_url} alt="" width={44} height={56} />
              ) : file.kind === 'pdf' ? (
                <b className="num" aria-hidden>
                  {page}
                </b>
              ) : (
                <FileMark name={file.name} />
              )}
              {marks > 0 && (
                <i className="num" aria-hidden>
                  {marks}
                </i>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const Tools = ({ stage, place }: { stage: Stage; place: FilePage }) => {
  const texts = { ...useUiTexts(), ...stageTexts[useLanguage()] }
  const { file } = place
  return (
    <div className={styles.tools}>
      {isSheet(place) && (
        <>
          <IconButton label={texts.zoomOut} disabled={stage.zoom === 1} onClick={stage.shrink}>
            <Minus size={18} aria-hidden />
          </IconButton>
          <IconButton label={texts.zoomIn} disabled={!stage.canGrow} onClick={stage.grow}>
            <Plus size={18} aria-hidden />
          </IconButton>
          <IconButton label={texts.fit} disabled={stage.zoom === 1} onClick={stage.fit}>
            <Maximize size={18} aria-hidden />
          </IconButton>
          <IconButton label={texts.turn} onClick={stage.turn}>
            <RotateCw size={18} aria-hidden />
          </IconButton>
        </>
      )}
      <a
        className={styles.save}
        href={file.url}
        download={file.name}
        onClick={explainDownload}
        aria-label={texts.download(file.name)}
        title={texts.download(file.name)}
      >
        <Download size={18} aria-hidden />
      </a>
    </div>
  )
}

/**
 * Files shown in place, page by page: pictures and documents with zoom, rotation and an overlay; audio, video, programs
 * and tables as far as a browser shows them. `useStage` holds the state, so that keys can change it.
 */
export const FileStage = ({ stage, overlay, marksOn, label }: Props) => {
  const texts = { ...useUiTexts(), ...stageTexts[useLanguage()] }
  const [failed, setFailed] = useState<number | null>(null)
  const { place, places, index } = stage
  if (!place) return null
  const { file, page } = place
  const alt = file.kind === 'pdf' ? texts.pageOf(file.name, page) : texts.picture(file.name)
  return (
    <section className={styles.stage} aria-label={label ?? texts.files}>
      <div className={styles.window} data-sheet={isSheet(place) || undefined}>
        {isSheet(place) && failed !== file.id ? (
          <Sheet
            key={file.id}
            place={place}
            zoom={stage.zoom}
            turns={stage.turns}
            alt={alt}
            overlay={overlay && ((frame) => overlay(place, frame))}
            onPages={(pages) => stage.setPages(file.id, pages)}
            onFail={() => setFailed(file.id)}
          />
        ) : (
          <FilePreview file={file} failed={failed === file.id} />
        )}
      </div>
      <div className={`${styles.bar} no-print`}>
        <Strip stage={stage} marksOn={marksOn} />
        <p className={styles.where}>
          <span>{file.name}</span>
          {places.length > 1 && (
            <span className="num" aria-live="polite">
              {texts.placeOf(index + 1, places.length)}
            </span>
          )}
        </p>
        <Tools stage={stage} place={place} />
      </div>
    </section>
  )
}
