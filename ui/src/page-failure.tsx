import type { ComponentProps } from 'react'
import { RegionError } from './region-error.tsx'

/** Replaces a page whose name could not be read: its title is announced, and the read can be retried. */
export const PageFailure = ({ title, ...region }: { title: string } & ComponentProps<typeof RegionError>) => (
  <>
    <h1 className="vh">{title}</h1>
    <RegionError {...region} />
  </>
)
