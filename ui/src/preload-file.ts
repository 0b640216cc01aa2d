import type { PreviewFile } from './file-preview.tsx'
import { openAhead } from './pdf-ahead.ts'

// Kept in memory, because a browser shows a picture it still holds without another request.
let kept: HTMLImageElement | undefined

/** Loads the first of several files in advance, so that it appears at once when they are shown. */
export const preloadFirst = (files: readonly PreviewFile[]): void => {
  const [first] = files
  if (first?.kind === 'pdf') openAhead(first.url)
  if (first?.kind !== 'image') return
  kept = new Image()
  kept.src = first.view_url ?? first.url
  void kept.decode().catch(() => undefined)
}
