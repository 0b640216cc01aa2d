import '@tongchuang/ui/older-lists.ts'
import { adminMount } from '@tongchuang/contract/paths.ts'
import { takeTicket } from './app/ticket.ts'
import { afterLoad } from '@tongchuang/ui/after-load.ts'
import { createFetchTransport } from '@tongchuang/ui/fetch-transport.ts'
import { currentLanguage, followBrowser } from '@tongchuang/ui/language.ts'
import { leaveWithSession } from '@tongchuang/ui/leave-with-session.ts'
import { nameEntry } from '@tongchuang/ui/scroll-key.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import '@tongchuang/ui/tokens.css'
import '@tongchuang/ui/base.css'
import '@tongchuang/ui/progress-bar.css'
import './app/density.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { routes } from './app/routes.tsx'
import { ignoreSecondPresses } from './app/second-press.ts'
import { adminSession } from '@tongchuang/ui/session.ts'
import { loadSite } from './app/site.ts'
import { loadTexts } from './locales/texts.ts'

// Before any request: the address bar can be read by others nearby.
takeTicket()
connect(createFetchTransport({ session: adminSession, base: basePath(), onExpired: () => undefined }))
leaveWithSession(adminSession)
ignoreSecondPresses(document)
void loadSite()
followBrowser(navigator.languages)
const words = loadTexts(currentLanguage())
nameEntry()
const router = createBrowserRouter(routes, { basename: basePath() + adminMount })

const root = document.querySelector('#root')
// Not awaited at the top of the module: Safari hands out modules that import this one before they have run.
if (root)
  void words.then(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  )

afterLoad(() => {
  import('@tongchuang/ui/when-loaded.ts').then(({ whenLoaded }) => whenLoaded(router)).catch(() => undefined)
})
