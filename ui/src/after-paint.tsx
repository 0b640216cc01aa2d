import { Suspense, useDeferredValue } from 'react'
import type { ReactNode } from 'react'

/** What stands below what somebody has come for: drawn, and its parts asked for, once the rest of the page is there. */
export const AfterPaint = ({ children }: { children: ReactNode }) => {
  const isPainted = useDeferredValue(true, false)
  return <Suspense>{isPainted && children}</Suspense>
}
