import { basePath } from '@tongchuang/ui/site.ts'

type Factory = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => unknown }
}

/** Registers the worker that shows the offline page; where a browser has none, nothing is missing but that page. */
export const registerServiceWorker = (): void => {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const url = `${basePath()}/sw.js`
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
  // The policy passes this one address, whatever it is asked for.
  const trusted = factory
    ? factory.createPolicy('service-worker', { createScriptURL: () => url }).createScriptURL(url)
    : url
  const register = () =>
    void navigator.serviceWorker.register(trusted as string, { scope: `${basePath()}/` }).catch(() => undefined)
  // The first page has the line to itself.
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
