import { useAddressQuery } from '@tongchuang/ui/address-query.ts'

const idIn = (text: string | null): number | undefined => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

/** What a list shows, as the address holds it: a reload and a link show the same. */
export const usePlace = () => {
  const { query, change } = useAddressQuery()
  return {
    guild_id: idIn(query.get('guild')),
    task_id: idIn(query.get('task')),
    keyword: (query.get('q') ?? '').slice(0, 60),
    /** The one of some names that the address holds under a key; else the first. */
    pick: <T extends string>(name: string, names: readonly [T, ...T[]]): T => names.find((one) => one === query.get(name)) ?? names[0],
    text: (name: string): string => query.get(name) ?? '',
    change,
  }
}
