import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fileOfLink, takePdf } from './pdf-ahead.ts'
import type { Pdf, PdfPage } from './pdf.ts'
import { useDebouncedNumber } from './use-debounced-number.ts'

type Props = {
  url: string
  page: number
  /** The width of the drawn page in pixels; 0 until it is known. */
  pixels: number
  alt: string
  onSize: (size: { width: number; height: number }) => void
  onPages: (pages: number) => void
  onFail: () => void
}

/** The document behind a link, null while it is opened. The PDF reader is loaded with the first document. */
const usePdf = (url: string, onFail: () => void): Pdf | null => {
  const [pdf, setPdf] = useState<Pdf | null>(null)
  const failed = useEffectEvent(onFail)
  const file = fileOfLink(url)
  const open = useEffectEvent(() => takePdf(url))
  useEffect(() => {
    let isGone = false
    const opened = open()
    opened.then(
      (found) => (isGone ? found.close() : setPdf(found)),
      () => isGone || failed(),
    )
    return () => {
      isGone = true
      void opened.then((found) => found.close()).catch(() => undefined)
    }
  }, [file])
  return pdf
}

/** A page of a document as a picture, with its text for screen readers. */
export const PdfFace = ({ url, page, pixels, alt, onSize, onPages, onFail }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pdf = usePdf(url, onFail)
  const [shown, setShown] = useState<{ number: number; page: PdfPage } | null>(null)
  const [words, setWords] = useState('')
  const told = useEffectEvent(onSize)
  const counted = useEffectEvent(onPages)
  const failed = useEffectEvent(onFail)
  // The page is drawn again once its size has settled; until then the picture is stretched.
  const width = useDebouncedNumber(pixels)

  useEffect(() => {
    if (!pdf) return
    counted(pdf.pages)
    let isGone = false
    pdf.page(page).then(
      (found) => {
        if (isGone) return
        told({ width: found.width, height: found.height })
        setShown({ number: page, page: found })
        found.words().then(
          (text) => !isGone && setWords(text),
          () => undefined,
        )
      },
      () => isGone || failed(),
    )
    return () => {
      isGone = true
    }
  }, [pdf, page])

  useEffect(() => {
    if (!shown || width === 0 || !canvas.current) return
    const leaving = new AbortController()
    const sharp = Math.min(devicePixelRatio, 2)
    shown.page.draw(canvas.current, width * sharp, leaving.signal).catch(() => !leaving.signal.aborted && failed())
    return () => leaving.abort()
  }, [shown, width])

  return (
    <>
      {/* A new canvas for each page and size, so that two drawings never share one. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img shows no canvas */}
      <canvas key={`${page}-${width}`} ref={canvas} role="img" aria-label={alt} />
      {words !== '' && shown?.number === page && <div className="vh">{words}</div>}
    </>
  )
}
