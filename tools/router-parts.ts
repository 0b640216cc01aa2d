import type { Plugin } from 'vite'

/**
 * Replaces two modules of react-router in a site: server rendering and tracing, which are not used here. Each
 * replacement does what the original does while it is off; a name that a later version needs in addition stops the
 * build.
 */
const parts: Readonly<Record<string, string>> = {
  'ssr/components.js': `import { createContext } from 'react'
    export const FrameworkContext = createContext(undefined)
    export const PrefetchPageLinks = () => null
    export const usePrefetchBehavior = () => [false, null, {}]
    export const mergeRefs = (...refs) => (value) => {
      for (const ref of refs) {
        if (typeof ref === 'function') ref(value)
        else if (ref) ref.current = value
      }
    }`,
  '/instrumentation.js': `export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = (router) => router`,
}

const asker = /\/react-router\/dist\/production\/lib\/(dom\/lib|components|router\/router)\.js$/

export const routerParts: Plugin = {
  name: 'router-parts',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /(ssr\/components|\/instrumentation)\.js$/ },
    handler(source, importer) {
      const part = Object.keys(parts).find((end) => source.endsWith(end))
      return part && importer && asker.test(importer) ? `\0router-parts/${part}` : null
    },
  },
  load: {
    filter: { id: /router-parts\// },
    handler: (id) => parts[id.slice('\0router-parts/'.length)],
  },
}
