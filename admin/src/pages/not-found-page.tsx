import { NotFound } from '../features/not-found/not-found.tsx'

/** The page for unknown addresses. */
export const NotFoundPage = () => (
  <main id="main">
    <NotFound />
  </main>
)
