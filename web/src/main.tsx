import '@tongchuang/ui/older-lists.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { afterLoad } from '@tongchuang/ui/after-load.ts'
import { createFetchTransport } from '@tongchuang/ui/fetch-transport.ts'
import { leaveWithSession } from '@tongchuang/ui/leave-with-session.ts'
import { nameEntry } from '@tongchuang/ui/scroll-key.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import '@tongchuang/ui/tokens.css'
import '@tongchuang/ui/base.css'
import '@tongchuang/ui/progress-bar.css'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { fetchOrTake, forgetEarly } from './app/early.ts'
import { routes } from './app/routes.tsx'
import { registerServiceWorker } from './app/service-worker.ts'
import { forgetSession } from './app/session.ts'
import { applyColorWeak } from './app/settings.ts'
import { loadSite } from './app/site.ts'
import { forgetTabs } from './app/tabs-store.ts'
import { currentTexts, loadTexts } from './locales/texts.ts'

const base = basePath()

// The cookie of the token is gone: the text of every editor is saved first, then the person is sent to log in and back
// here.
const onExpired = async () => {
  const from = `${location.pathname.slice(base.length)}${location.search}${location.hash}`
  await forgetSession()
  showToast(currentTexts()?.shell.expired ?? '', 'warning')
  if (!/^\/(login|register)\b/.test(from)) await router.navigate(paths.login(from))
}

connect(createFetchTransport({ session: studentSession, base, fetch: fetchOrTake, onExpired: () => void onExpired() }))
leaveWithSession(studentSession, forgetTabs)
applyColorWeak()
// The router loads the page while the texts are loading.
void loadSite()
const words = loadTexts('auth')
nameEntry()
const router = createBrowserRouter(routes, { basename: base || '/' })

const begun = () =>
  new Promise<void>((resolve) => {
    const look = () => router.state.initialized && resolve()
    router.subscribe(look)
    look()
  })

/**
 * Hydrates the page already in the document if it is the one to show; otherwise renders from scratch. The document says
 * that it has not opened until it is no longer painted (ui/src/base.css).
 */
const show = async (root: Element, page: ReactNode) => {
  if (root.firstChild) await begun()
  if (root.firstChild && router.state.matches.at(-1)?.route.id === 'login') hydrateRoot(root, page)
  else {
    root.replaceChildren()
    root.removeAttribute('data-painted')
    createRoot(root).render(page)
  }
}

const root = document.querySelector('#root')
// Not awaited at the top of the module: Safari hands out modules that import this one before they have run.
if (root)
  void words.then(() =>
    show(
      root,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  )

registerServiceWorker()
afterLoad(() => {
  import('@tongchuang/ui/when-loaded.ts').then(({ whenLoaded }) => whenLoaded(router)).catch(() => undefined)
})
// Responses requested early and not used by then are outdated.
setTimeout(forgetEarly, 10_000)
