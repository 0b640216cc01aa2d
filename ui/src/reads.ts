import { QueryCache, QueryClient } from '@tanstack/react-query'
import { sayFailure } from './say-failure.ts'
import { createStore } from './store.ts'

/** The query client of the site; null before the log-in. */
export const readsClient = createStore<QueryClient | null>(null)

/**
 * Creates the query client of every page. Cached answers are shown at once and renewed in the background; a refusal is
 * not retried; every failure is shown (specification section 8), so that no read fails silently except the counts
 * requested behind the page (`quiet`), whose last answer stays. Without a network a read fails at once instead of
 * waiting, and is repeated when the network is back.
 */
export const createQueryClient = (): QueryClient => {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => void (meta?.quiet || sayFailure(error)) }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 15_000,
        gcTime: 30 * 60_000,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false },
    },
  })
  readsClient.set(client)
  return client
}
