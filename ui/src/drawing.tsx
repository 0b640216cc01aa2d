import { Suspense } from 'react'
import type { DrawingProps } from './drawing-parts.tsx'
import { lazyDecoration } from './lazy-part.tsx'

const Parts = lazyDecoration(async () => (await import('./drawing-parts.tsx')).DrawingParts)

/** A drawing that appears once its parts are loaded. Decoration; give its box a size. */
export const Drawing = (props: DrawingProps) => (
  <Suspense fallback={null}>
    <Parts {...props} />
  </Suspense>
)
