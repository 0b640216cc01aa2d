import { afterLoad } from '@tongchuang/ui/after-load.ts'
import { basePath } from '@tongchuang/ui/site.ts'

type Factory = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => unknown }
}

/** Registers the worker that keeps the pages of this release for moments without a network. */
export const registerServiceWorker = (): void => {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const url = `${basePath()}/sw.js`
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
  // The policy passes this one address, whatever it is asked for.
  const trusted = factory
    ? factory.createPolicy('service-worker', { createScriptURL: () => url }).createScriptURL(url)
    : url
  const register = async () => {
    await navigator.serviceWorker.register(trusted as string, { scope: `${basePath()}/` })
    const { active } = await navigator.serviceWorker.ready
    // Whoever saves data keeps what they have seen.
    if (!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData)
      active?.postMessage('keep release')
  }
  const begin = () => void register().catch(() => undefined)
  afterLoad(begin)
}
