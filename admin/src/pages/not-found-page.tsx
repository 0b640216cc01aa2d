import { NotFound } from '../features/not-found/not-found.tsx'

/** Every address that is none. */
export const NotFoundPage = () => (
  <main id="main">
    <NotFound />
  </main>
)
