import { QueryCache, QueryClient } from '@tanstack/react-query'
import { sayFailure } from './say-failure.ts'

/**
 * What every page reads with. Answers already seen are shown at once on the way back and renewed behind; a refusal is not
 * asked twice; every failure is said here (specification section 8), so that no read fails in silence. Without a network
 * a read fails at once instead of waiting unseen, and comes back by itself with the network.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: sayFailure }),
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
