import type { Language } from '@tongchuang/contract/errors.ts'
import { studentPages } from '@tongchuang/contract/paths.ts'
import { RouteFailure } from '@tongchuang/ui/route-failure.tsx'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { Root } from './app/root.tsx'
import { table } from './app/table.ts'
import { loadTexts, switchLanguage } from './locales/texts.ts'

/**
 * Renders the log-in page for its document before anything is known of the school, so that it can be read and filled in
 * before the first script runs. The build runs this; `main.tsx` hydrates the page, which requires that both render the
 * same.
 */
export const paintLogin = async (language: Language): Promise<string> => {
  await loadTexts('auth')
  await switchLanguage(language)
  const row = table.find(({ name }) => name === 'login')
  if (!row) throw new Error('there is no page of the log-in')
  const page = { path: row.path, handle: row.meta, Component: await row.page(), ErrorBoundary: RouteFailure }
  const router = createMemoryRouter([{ Component: Root, ErrorBoundary: RouteFailure, children: [page] }], {
    initialEntries: [studentPages.login],
  })
  return renderToString(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
