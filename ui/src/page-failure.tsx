import type { ComponentProps } from 'react'
import { RegionError } from './region-error.tsx'

/** In the place of a page whose name could not be read: it is heard as what it is, and asked for again. */
export const PageFailure = ({ title, ...region }: { title: string } & ComponentProps<typeof RegionError>) => (
  <>
    <h1 className="vh">{title}</h1>
    <RegionError {...region} />
  </>
)
