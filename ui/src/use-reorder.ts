import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'

/**
 * Puts a list into an order, shown before the server has answered: who presses an arrow three times moves a row three
 * places. One order after the other reaches the server, and what it has in the end is what stands.
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
    // From what stands now, not from what was drawn last: a second press may come before the first is drawn.
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
