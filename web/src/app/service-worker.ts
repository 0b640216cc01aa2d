import { afterLoad } from '@tongchuang/ui/after-load.ts'
import { ownScript } from '@tongchuang/ui/own-script.ts'
import { basePath } from '@tongchuang/ui/site.ts'

/** Registers the worker that keeps the pages of this release for moments without a network. */
export const registerServiceWorker = (): void => {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  const url = `${basePath()}/sw.js`
  const register = async () => {
    await navigator.serviceWorker.register(ownScript(url), { scope: `${basePath()}/` })
    const { active } = await navigator.serviceWorker.ready
    // With data saving on, only pages that were already opened are kept.
    if (!(navigator as { connection?: { saveData?: boolean } }).connection?.saveData)
      active?.postMessage('keep release')
  }
  const begin = () => void register().catch(() => undefined)
  afterLoad(begin)
}
