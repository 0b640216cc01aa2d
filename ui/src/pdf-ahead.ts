import type { Pdf } from './pdf.ts'

type Opened = { file: string; pdf: Promise<Pdf> }

// At most one document, because each has a worker of its own.
let ahead: Opened | undefined

/** The link without its query: the signature changes within the hour, the file does not. */
export const fileOfLink = (url: string): string => url.split('?')[0] ?? ''

const open = async (url: string): Promise<Pdf> => (await import('./pdf.ts')).openPdf(url)

/** Opens a document in advance and reads its first page; a document opened in advance before is closed. */
export const openAhead = (url: string): void => {
  if (ahead?.file === fileOfLink(url)) return
  void ahead?.pdf.then((pdf) => pdf.close()).catch(() => undefined)
  const pdf = open(url)
  pdf.then((opened) => opened.page(1)).catch(() => undefined)
  ahead = { file: fileOfLink(url), pdf }
}

/** Returns the document behind a link: the one opened in advance, or a newly opened one. The caller has to close it. */
export const takePdf = (url: string): Promise<Pdf> => {
  if (ahead?.file !== fileOfLink(url)) return open(url)
  const { pdf } = ahead
  ahead = undefined
  return pdf
}
