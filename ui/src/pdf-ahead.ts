import type { Pdf } from './pdf.ts'

type Opened = { file: string; pdf: Promise<Pdf> }

// One document at most: each has a worker of its own.
let ahead: Opened | undefined

/** The link without its query: the signature is renewed within the hour, the file stays the same. */
export const fileOfLink = (url: string): string => url.split('?')[0] ?? ''

const open = async (url: string): Promise<Pdf> => (await import('./pdf.ts')).openPdf(url)

/** Opens a document before somebody looks at it, and reads its first page; the one before is given up. */
export const openAhead = (url: string): void => {
  if (ahead?.file === fileOfLink(url)) return
  void ahead?.pdf.then((pdf) => pdf.close()).catch(() => undefined)
  const pdf = open(url)
  pdf.then((opened) => opened.page(1)).catch(() => undefined)
  ahead = { file: fileOfLink(url), pdf }
}

/** The document behind a link: the one opened ahead, else a newly opened one. The caller has to close it. */
export const takePdf = (url: string): Promise<Pdf> => {
  if (ahead?.file !== fileOfLink(url)) return open(url)
  const { pdf } = ahead
  ahead = undefined
  return pdf
}
