import { Suspense, useDeferredValue } from 'react'
import type { ReactNode } from 'react'

/** Content below the main part of a page: it is drawn, and its parts are requested, after the rest of the page. */
export const AfterPaint = ({ children }: { children: ReactNode }) => {
  const isPainted = useDeferredValue(true, false)
  return <Suspense>{isPainted && children}</Suspense>
}
