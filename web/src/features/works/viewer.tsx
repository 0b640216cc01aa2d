import { isNotFound } from '@tongchuang/contract/sender.ts'
import { Button, IconButton } from '@tongchuang/ui/button.tsx'
import { FilePreview } from '@tongchuang/ui/file-preview.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { useModal } from '@tongchuang/ui/use-modal.ts'
import { useSwipe } from '@tongchuang/ui/use-swipe.ts'
import { explainDownload } from '@tongchuang/ui/wechat.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react'
import { Suspense, useEffect, useId, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { LikeButton } from './like-button.tsx'
import { useFreshLikes } from './use-fresh-likes.ts'
import { workQuery, useLike } from './queries.ts'
import type { OpenWork } from './queries.ts'
import styles from './viewer.module.css'
import { WorkPanel } from './work-panel.tsx'

const ReportWork = lazyPart(() => import('./report-work.tsx').then((module) => module.ReportWork))

type Props = {
  id: number
  /** The works of the list it was opened from, in order. */
  ids: readonly number[]
  /** How many works there are to leaf through, as displayed. */
  total: string
  onShow: (id: number) => void
  onClose: () => void
  /** Called near the end of the loaded works. */
  onNearEnd: () => void
}

const isTyped = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input, textarea, select, audio, video, [data-zoomed]') !== null

/** The files of a work, one at a time; the text if the work has no files. */
const Stage = ({ work }: { work: OpenWork }) => {
  const { works: texts } = useTexts()
  const [at, setAt] = useState(0)
  const { files, content_html, title } = work
  const file = files[at]
  if (!file) {
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls with the keyboard
      <section className={styles.paper} tabIndex={0} aria-label={texts.text}>
        {content_html ? <StoredHtml html={content_html} /> : <p>{texts.noText}</p>}
      </section>
    )
  }
  return (
    <>
      <div className={styles.show} data-kind={file.kind}>
        <FilePreview file={file} alt={texts.pictureOf(title, at + 1)} />
      </div>
      <p className={styles.caption}>{file.name}</p>
      {files.length > 1 && (
        <fieldset className={styles.strip} aria-label={texts.files}>
          {files.map(({ id, name, thumb_url, kind }, place) => (
            <button
              key={id}
              type="button"
              aria-label={texts.fileAt(place + 1, name)}
              aria-pressed={place === at}
              onClick={() => setAt(place)}
            >
              {thumb_url ? <img src={thumb_url} alt="" loading="lazy" /> : <span aria-hidden>{texts.kinds[kind]}</span>}
            </button>
          ))}
        </fieldset>
      )}
    </>
  )
}

type Turning = { before: number | undefined; after: number | undefined; onGo: (to: number | undefined) => void }

/** The buttons to the previous and next works, on the stage or under the text. */
const Turns = ({ before, after, onGo, isOnStage = false }: Turning & { isOnStage?: boolean }) => {
  const { works: texts } = useTexts()
  return (
    <>
      <IconButton
        {...(isOnStage && { className: `${styles.turn} ${styles.before}` })}
        label={texts.previous}
        disabled={before === undefined}
        onClick={() => onGo(before)}
      >
        <ChevronLeft size={24} aria-hidden />
      </IconButton>
      <IconButton
        {...(isOnStage && { className: `${styles.turn} ${styles.after}` })}
        label={texts.next}
        disabled={after === undefined}
        onClick={() => onGo(after)}
      >
        <ChevronRight size={24} aria-hidden />
      </IconButton>
    </>
  )
}

type TopProps = { place: number; total: string; work: OpenWork | undefined; onClose: () => void }

/** The bar above the stage: the number of the work, the download and the close button. */
const Top = ({ place, total, work, onClose }: TopProps) => {
  const { works: texts } = useTexts()
  const saved = work?.files[0]
  return (
    <div className={styles.top}>
      {place >= 0 && (
        <span className="num" aria-live="polite">
          {texts.placeOf(place + 1, total)}
        </span>
      )}
      {saved && (
        <a
          className={styles.tool}
          href={saved.url}
          download={saved.name}
          aria-label={texts.save}
          title={texts.save}
          onClick={explainDownload}
        >
          <Download size={22} aria-hidden />
        </a>
      )}
      <IconButton className={styles.tool} label={texts.close} onClick={onClose}>
        <X size={24} aria-hidden />
      </IconButton>
    </div>
  )
}

type NoWorkProps = { error: Error | null; titleId: string; onClose: () => void; onRetry: () => void }

/** Shown in place of a work that is hidden, could not be read, or is still loading. */
const NoWork = ({ error, titleId, onClose, onRetry }: NoWorkProps) => {
  const { works: texts } = useTexts()
  if (isNotFound(error))
    return (
      <>
        <h2 id={titleId}>{texts.hidden}</h2>
        <p>{texts.hiddenHint}</p>
        <Button tone="primary" onClick={onClose}>
          {texts.backToAll}
        </Button>
      </>
    )
  if (error)
    return (
      <>
        <h2 id={titleId}>{texts.work}</h2>
        <RegionError error={error} onRetry={onRetry} />
      </>
    )
  return (
    <>
      <h2 id={titleId} className="vh">
        {texts.work}
      </h2>
      <Skeleton height={48} />
      <Skeleton height={160} />
    </>
  )
}

/** The bar below a work: the like, the report to staff, and the buttons to its neighbors. */
const Bottom = ({ work, onReport, turns }: { work: OpenWork; onReport: () => void; turns: ReactNode }) => {
  const { works: texts } = useTexts()
  return (
    <div className={styles.bottom}>
      <LikeButton work={work} large />
      {!work.mine && (
        <Button tone="text" onClick={onReport}>
          {texts.report}
        </Button>
      )}
      <span className={styles.turns}>{turns}</span>
    </div>
  )
}

/**
 * One work, large: the work on the left, its author and why it was picked on the right. Controlled by ← → Esc, L, + and
 * -, and by swiping on phones.
 */
export const Viewer = ({ id, ids, total, onShow, onClose, onNearEnd }: Props) => {
  const { works: texts } = useTexts()
  const titleId = useId()
  const dialog = useModal(onClose)
  const client = useQueryClient()
  const { data: work, error, refetch } = useQuery(workQuery(id))
  const like = useLike(id)
  useFreshLikes(work ? [id] : [], id)
  const [isReporting, setReporting] = useState(false)
  const place = ids.indexOf(id)
  const [before, after] = [place > 0 ? ids[place - 1] : undefined, place >= 0 ? ids[place + 1] : undefined]
  const go = (to: number | undefined) => to !== undefined && onShow(to)
  const turning = { before, after, onGo: go }

  useEffect(() => {
    if (after !== undefined) void client.prefetchQuery(workQuery(after))
    if (place >= ids.length - 3) onNearEnd()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each work that is shown
  }, [id, ids.length])

  const press = (event: KeyboardEvent) => {
    if (isTyped(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowLeft') go(before)
    else if (event.key === 'ArrowRight') go(after)
    else if (event.key.toLowerCase() === 'l' && work && !work.mine) like.mutate(!work.liked)
    else return
    event.preventDefault()
  }
  const swipe = useSwipe(
    () => go(after),
    () => go(before),
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys have twins in the buttons
    <dialog ref={dialog} className={styles.viewer} aria-labelledby={titleId} onKeyDown={press}>
      <div className={styles.stage} {...swipe}>
        <Top place={place} total={total} work={work} onClose={onClose} />
        {work && <Stage key={work.id} work={work} />}
        <Turns {...turning} isOnStage />
      </div>
      <aside className={styles.side} aria-label={texts.about}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls with the keyboard */}
        <section className={styles.scroll} tabIndex={0} aria-labelledby={titleId}>
          {work ? (
            <WorkPanel key={work.id} work={work} titleId={titleId} />
          ) : (
            <NoWork error={error} titleId={titleId} onClose={onClose} onRetry={() => void refetch()} />
          )}
        </section>
        {work && <Bottom work={work} onReport={() => setReporting(true)} turns={<Turns {...turning} />} />}
        {isReporting && (
          <Suspense>
            <ReportWork id={id} onClose={() => setReporting(false)} onReported={onClose} />
          </Suspense>
        )}
      </aside>
    </dialog>
  )
}
