import type { PreviewFile } from './file-preview.tsx'
import { openAhead } from './pdf-ahead.ts'
import { basePath } from './site.ts'

// Kept alive: a browser shows a picture it still holds under the same address without asking anybody.
let kept: HTMLImageElement | undefined

/** Fetches what is seen first of some files, so that it is there at once when they are shown. */
export const preloadFirst = (files: readonly PreviewFile[]): void => {
  const [first] = files
  if (first?.kind === 'pdf') openAhead(first.url)
  if (first?.kind !== 'image') return
  kept = new Image()
  kept.src = basePath() + (first.view_url ?? first.url)
  void kept.decode().catch(() => undefined)
}
