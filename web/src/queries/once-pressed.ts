import type { MutationKey, QueryClient, UseMutationResult } from '@tanstack/react-query'

/**
 * A switch whose press is sent once: a second press before the page has drawn the first would send the same again,
 * because the page still shows what was before.
 */
export const oncePressed = <Answer, Failure, Wanted, Context>(
  client: QueryClient,
  mutationKey: MutationKey,
  { mutate, ...rest }: UseMutationResult<Answer, Failure, Wanted, Context>,
) => ({
  ...rest,
  mutate: ((wanted, options) => {
    const last = client.getMutationCache().findAll({ mutationKey, status: 'pending' }).at(-1)
    if (last?.state.variables !== wanted) mutate(wanted, options)
  }) as typeof mutate,
})
