import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PointerEvent, ReactNode, RefObject } from 'react'
import type { PreviewFile } from './file-preview.tsx'
import { PdfFace } from './pdf-face.tsx'
import { drawnSize, uprightPoint } from './sheet-places.ts'
import type { Point } from './sheet-places.ts'
import styles from './sheet.module.css'
import { useMedia } from './use-media.ts'
import type { FilePage } from './use-stage.ts'

type Size = { width: number; height: number }

/**
 * The parameters of the overlay of a page: a function that gives the place of a pointer on the upright page, and how
 * the page is drawn.
 */
export type SheetFrame = {
  pointAt: (event: Pick<PointerEvent, 'clientX' | 'clientY'>) => Point
  turns: number
  /** The size of the upright page as drawn, in pixels. */
  size: Size
}

type Props = {
  place: FilePage
  zoom: number
  turns: number
  /** The description of the page for screen readers. */
  alt: string
  overlay?: ((frame: SheetFrame) => ReactNode) | undefined
  onPages: (pages: number) => void
  onFail: () => void
}

const useSizeOf = (box: RefObject<HTMLElement | null>): Size | null => {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [box])
  return size
}

/** The address of the full-size picture once it is loaded; null until then, so that the current picture stays. */
const useCloser = (url: string, isClose: boolean): string | null => {
  const [there, setThere] = useState<string | null>(null)
  useEffect(() => {
    if (!isClose) return
    let isGone = false
    const picture = new Image()
    picture.src = url
    picture.decode().then(
      () => !isGone && setThere(url),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [url, isClose])
  return isClose && there === url ? url : null
}

/**
 * A picture: the smaller copy when seen whole, the original when zoomed. A photo of 50 megapixels would take 200 MB
 * each time it is viewed.
 */
const Picture = ({
  file,
  isClose,
  alt,
  onSize,
  onFail,
}: {
  file: PreviewFile
  isClose: boolean
  alt: string
  onSize: (size: Size) => void
  onFail: () => void
}) => {
  const [hasView, setHasView] = useState(true)
  const own = file.url
  const closer = useCloser(own, isClose)
  const view = (hasView && file.view_url) || own
  const src = closer ?? view
  const picture = useRef<HTMLImageElement>(null)
  const measure = () => {
    const { naturalWidth: width = 0, naturalHeight: height = 0 } = picture.current ?? {}
    if (width > 0) onSize({ width, height })
  }
  // A picture loaded in advance is complete before the load event can be observed.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each picture
  useLayoutEffect(measure, [src])
  const fail = () => (src === own ? onFail() : setHasView(false))
  return <img ref={picture} src={src} alt={alt} draggable={false} onLoad={measure} onError={fail} />
}

/** Keeps the center of the view in the center when the zoom changes. */
const useKeptMiddle = (box: RefObject<HTMLElement | null>, zoom: number): void => {
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || before.current === zoom) return
    const grown = zoom / before.current
    before.current = zoom
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element
    element.scrollTo(
      (scrollLeft + clientWidth / 2) * grown - clientWidth / 2,
      (scrollTop + clientHeight / 2) * grown - clientHeight / 2,
    )
  }, [box, zoom])
}

/** A page of a file, whole or zoomed, in any rotation, with its overlay. */
export const Sheet = ({ place, zoom, turns, alt, overlay, onPages, onFail }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const [paper, setPaper] = useState<HTMLDivElement | null>(null)
  const room = useSizeOf(box)
  const [natural, setNatural] = useState<Size | null>(null)
  const byWidth = useMedia('(max-width: 720px)')
  useKeptMiddle(box, zoom)
  useEffect(() => void box.current?.scrollTo(0, 0), [place.page])
  const size = natural && room && room.width > 0 ? drawnSize(natural, room, { turns, zoom, byWidth }) : null
  const lies = turns % 2 === 1
  const sizes = size && {
    '--w': `${size.width}px`,
    '--h': `${size.height}px`,
    '--paper-w': `${lies ? size.height : size.width}px`,
    '--paper-h': `${lies ? size.width : size.height}px`,
    '--turn': `${turns * 90}deg`,
  }
  const pointAt: SheetFrame['pointAt'] = ({ clientX, clientY }) => {
    const { left, top, width, height } = paper?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    const within = (part: number) => Math.min(1, Math.max(0, part))
    return uprightPoint({ x: within((clientX - left) / width), y: within((clientY - top) / height) }, turns)
  }
  const props = { alt, onSize: setNatural, onFail }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an enlarged page scrolls with the keyboard
    <div ref={box} className={styles.box} tabIndex={zoom > 1 ? 0 : undefined} data-zoomed={zoom > 1 || undefined}>
      <div ref={setPaper} className={styles.paper} style={sizes ?? undefined} data-waiting={!size || undefined}>
        <div className={styles.face}>
          {place.file.kind === 'pdf' ? (
            <PdfFace url={place.file.url} page={place.page} pixels={size?.width ?? 0} onPages={onPages} {...props} />
          ) : (
            <Picture file={place.file} isClose={zoom > 1} {...props} />
          )}
          {size && overlay?.({ pointAt, turns, size })}
        </div>
      </div>
    </div>
  )
}
