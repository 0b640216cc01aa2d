import type { MutationKey, QueryClient } from '@tanstack/react-query'

/**
 * Whether the last press that is on its way wants the same: a second press before the page has drawn the first would
 * send it again, because the page still shows what was before.
 */
export const isPressed = (client: QueryClient, mutationKey: MutationKey, wanted: boolean): boolean =>
  client.getMutationCache().findAll({ mutationKey, status: 'pending' }).at(-1)?.state.variables === wanted
