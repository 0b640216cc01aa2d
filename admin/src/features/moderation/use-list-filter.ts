import { useAddressQuery } from '@tongchuang/ui/address-query.ts'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'

/** The filter of a list, kept in the address, so that a reload and a link show the same. */
export const useListFilter = () => {
  const { query, change } = useAddressQuery()
  return {
    guild_id: idInAddress(query.get('guild')),
    task_id: idInAddress(query.get('task')),
    post_id: idInAddress(query.get('post')),
    keyword: (query.get('q') ?? '').slice(0, 60),
    /** The value of a key in the address if it is one of the given names; otherwise the first name. */
    pick: <T extends string>(name: string, names: readonly [T, ...T[]]): T =>
      names.find((one) => one === query.get(name)) ?? names[0],
    text: (name: string): string => query.get(name) ?? '',
    change,
  }
}
