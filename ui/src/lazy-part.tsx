import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'

const lateParts = () => import('./late-part.tsx')

/** Fetches what stands in for a part that could not be had: once the network is gone it is too late for that. */
export const fetchLateParts = (): void =>
  void Promise.all([lateParts(), import('./offline-age.tsx'), import('./unread.tsx')]).catch(() => undefined)

/**
 * What loads a page or a part of one, so that it never takes the page around it with it: without a network it is missing in
 * its place and comes by itself, and one that a new version has replaced fails when it is drawn. The router and React know
 * no other failure of a part they load, and would draw nothing at all.
 */
export const orLate =
  <Props extends object>(load: () => Promise<ComponentType<Props>>, { isPage = false } = {}) =>
  (): Promise<ComponentType<Props>> =>
    load().catch((error: unknown) =>
      lateParts().then(
        ({ lateFor }) => lateFor({ load, isPage }),
        () => () => {
          throw error
        },
      ),
    )

/** A part that is loaded when it is first drawn. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await orLate(load)() }))

/** A part that only decorates: where it cannot be had there is nothing in its place, and nobody is told. */
export const lazyDecoration = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }))
