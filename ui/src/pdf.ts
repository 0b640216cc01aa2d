import { AnnotationMode, getDocument, PDFWorker, version } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist'
import { ownScript } from './own-script.ts'
import { basePath } from './site.ts'

/** A page of a document; its size in points when upright. */
export type PdfPage = {
  width: number
  height: number
  /** Draws the page at a width of `pixels`; throws if that takes too long or is aborted. */
  draw: (canvas: HTMLCanvasElement, pixels: number, signal: AbortSignal) => Promise<void>
  /** The text of the page, for screen readers. */
  words: () => Promise<string>
}
export type Pdf = { pages: number; page: (number: number) => Promise<PdfPage>; close: () => void }

/**
 * The time limit for each step; after it the document and its worker are given up, because a file can be made to take
 * hours to read.
 */
const PATIENCE_MS = 20_000
/** The largest number of pixels of a canvas that a phone can draw. */
const MOST_PIXELS = 12_000_000
/** The largest number of characters of a page given to a screen reader. */
const MOST_WORDS = 20_000

const partsOf = (): string => `${basePath()}/pdf/${version}/`

const inTime = <T>(work: Promise<T>, giveUp: () => void): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      giveUp()
      reject(new Error('the document takes too long'))
    }, PATIENCE_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

const readPage = async (pdf: PDFDocumentProxy, number: number, giveUp: () => void): Promise<PdfPage> => {
  const page = await inTime(pdf.getPage(number), giveUp)
  const upright = page.getViewport({ scale: 1 })
  const { width, height } = upright
  const draw = async (canvas: HTMLCanvasElement, pixels: number, signal: AbortSignal) => {
    const scale = Math.min(pixels / width, Math.sqrt(MOST_PIXELS / (width * height)))
    const viewport = page.getViewport({ scale })
    canvas.width = Math.max(1, Math.floor(viewport.width))
    canvas.height = Math.max(1, Math.floor(viewport.height))
    // Form fields and annotations are drawn as stored in the file; nothing can be pressed or run.
    const task: RenderTask = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE })
    const stop = () => task.cancel()
    signal.addEventListener('abort', stop)
    await inTime(task.promise, giveUp).finally(() => signal.removeEventListener('abort', stop))
  }
  const words = async () => {
    const { items } = await inTime(page.getTextContent(), giveUp)
    return items
      .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
      .join('')
      .slice(0, MOST_WORDS)
  }
  return { width, height, draw, words }
}

/**
 * Opens a document by its link, in a worker of its own that cannot reach the page. Scripts, forms and links in it do
 * nothing, because the parts that would run them are not on this site.
 */
export const openPdf = async (url: string): Promise<Pdf> => {
  const port = new Worker(ownScript(`${partsOf()}worker.js`), { type: 'module' })
  // An explicit port: without one the library would silently read the document in the page, where nothing could stop
  // it.
  const worker = PDFWorker.create({ port })
  const broken = new Promise<never>((_, reject) =>
    port.addEventListener('error', () => reject(new Error('the reader of documents did not start'))),
  )
  const task = getDocument({
    url: new URL(url, document.baseURI).href,
    worker,
    cMapUrl: `${partsOf()}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${partsOf()}fonts/`,
    wasmUrl: `${partsOf()}decoders/`,
    // The content policy forbids compiling WebAssembly.
    useWasm: false,
    enableXfa: false,
    disableAutoFetch: true,
    disableStream: true,
    disableWorkerRendering: true,
    maxImageSize: 64e6,
    verbosity: 0,
  })
  const close = () => {
    void task.destroy().catch(() => undefined)
    worker.destroy()
    port.terminate()
  }
  try {
    const pdf = await inTime(Promise.race([task.promise, broken]), close)
    return { pages: pdf.numPages, page: (number) => readPage(pdf, number, close), close }
  } catch (error) {
    close()
    throw error
  }
}
