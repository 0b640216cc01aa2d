import { useEffect } from 'react'

/**
 * Keeps the focus near its place and in view while a site's frame is drawn. It is loaded late, so that the first page
 * does not wait for it; what was focused until then is noted, since it may disappear before.
 */
export const useKeptFocus = (): void =>
  useEffect(() => {
    const over = new AbortController()
    const begin = async () => {
      let path: EventTarget[] = []
      document.addEventListener('focusin', (event) => (path = event.composedPath()), { signal: over.signal })
      const { holdFocus } = await import('./hold-focus.ts')
      if (!over.signal.aborted) over.signal.addEventListener('abort', holdFocus(path))
    }
    // Without it the browser's own behavior remains.
    void begin().catch(() => undefined)
    return () => over.abort()
  }, [])
