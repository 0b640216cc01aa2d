import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * Reorders a list and shows the result before the server has answered, so that three presses on an arrow move a row
 * three places. The orders are sent one after another; the server's order is shown after the last.
 */
export const useReorder = <T extends { id: number }>(queryKey: QueryKey, work: (ids: number[]) => Promise<unknown>) => {
  const client = useQueryClient()
  const mutationKey = ['reorder', ...queryKey]
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: work,
    onSettled: () => (client.isMutating({ mutationKey }) > 1 ? undefined : client.invalidateQueries({ queryKey })),
  })
  return (order: (list: readonly T[]) => readonly T[]): void => {
    // Starts from the cached list, not from the last render: a second press may come before the first is rendered.
    const next = order(client.getQueryData<T[]>(queryKey) ?? [])
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, next)
    mutate(next.map(({ id }) => id))
  }
}

/** A list in which an item has changed places with the one `step` further among its `fellows`. */
export const swapped = <T extends { id: number }>(
  list: readonly T[],
  id: number,
  step: -1 | 1,
  isFellow: (one: T, other: T) => boolean = () => true,
): T[] => {
  const one = list.find((item) => item.id === id)
  const fellows = list.filter((item) => one && isFellow(one, item))
  const other = one && fellows[fellows.indexOf(one) + step]
  return list.map((item) => (other && item === one ? other : one && item === other ? one : item))
}
