import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Suspense } from 'react'
import { useRouteError } from 'react-router'
import { Failure } from './error-boundary.tsx'
import { TransportFailed } from './fetch-transport.ts'
import { lazyPart } from './lazy-part.tsx'

const Unread = lazyPart(() => import('./unread.tsx').then((module) => module.Unread))

/** Replaces a page that cannot be shown. */
export const RouteFailure = () => {
  const error = useRouteError()
  return error instanceof TransportFailed || error instanceof CallFailed ? (
    <Suspense>
      <Unread error={error} />
    </Suspense>
  ) : (
    <Failure error={error} />
  )
}
