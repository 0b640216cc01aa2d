import { useEffect } from 'react'

/** Keeps the focus where somebody is, and in sight, for as long as a site's frame is drawn. No first page waits for that. */
export const useKeptFocus = (): void =>
  useEffect(() => {
    const over = new AbortController()
    const begin = async () => {
      const [{ keepFocus }, { bringFocusInView }] = await Promise.all([
        import('./keep-focus.ts'),
        import('./focus-in-view.ts'),
      ])
      if (over.signal.aborted) return
      over.signal.addEventListener('abort', keepFocus())
      over.signal.addEventListener('abort', bringFocusInView())
    }
    // Without it the browser does what it does.
    void begin().catch(() => undefined)
    return () => over.abort()
  }, [])
