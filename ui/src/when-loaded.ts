import type { DataRouter } from 'react-router'
import { sayCutPaste } from './cut-paste.ts'
import { refuseDroppedBeside } from './dropped-beside.ts'
import { sayNoCookies } from './say-no-cookies.ts'
import { stayWithUnsaved } from './stay-with-unsaved.ts'

/**
 * What a site does once its first page has loaded: fetches the replacements for parts that cannot be loaded in advance,
 * because without a network it would be too late, says when a page has no answer for long, and begins to guard what
 * dialogs hold, what is pasted and the page itself, and says what a browser without cookies cannot do.
 */
export const whenLoaded = (router: DataRouter): void => {
  void Promise.all([import('./late-part.tsx'), import('./offline-age.tsx'), import('./unread.tsx')]).catch(
    () => undefined,
  )
  void import('./slow-reads.tsx').then(({ drawSlowReads }) => drawSlowReads()).catch(() => undefined)
  stayWithUnsaved(router)
  refuseDroppedBeside()
  sayCutPaste()
  void sayNoCookies().catch(() => undefined)
}
