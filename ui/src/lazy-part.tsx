import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'

const lateParts = () => import('./late-part.tsx')

/**
 * Wraps the loader of a page or part so that its failure does not take down the page around it: without a network the
 * part is shown as missing and appears later by itself; a part replaced by a new version fails when it is drawn.
 * Otherwise the router and React would draw nothing at all.
 */
export const orLate =
  <Props extends object>(load: () => Promise<ComponentType<Props>>, { isPage = false } = {}) =>
  (): Promise<ComponentType<Props>> =>
    load().catch((error: unknown) =>
      lateParts().then(
        ({ lateFor }) => lateFor({ load, isPage }),
        // Not even the words for what is missing: a part leaves the page around it alone.
        () => () => {
          if (isPage) throw error
          return null
        },
      ),
    )

/** A part that is loaded when it is first drawn. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await orLate(load)() }))

/** A decorative part: if it cannot be loaded, nothing is drawn in its place and no message is shown. */
export const lazyDecoration = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }))
