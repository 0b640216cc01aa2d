import { CallFailed } from '@tongchuang/contract/sender.ts'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { failureText } from './fetch-transport.ts'
import { isOnline } from './online.ts'
import { hasLeft } from './session-end.ts'
import { sayOnce } from './toast.ts'

/** Says what a read has failed with. */
const sayFailure = (error: unknown): void => {
  // Without a network the banner says so for all of them; the answers of a session that was given up are nobody's.
  if (hasLeft() || (!(error instanceof CallFailed) && !isOnline())) return
  sayOnce(failureText(error))
}

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
