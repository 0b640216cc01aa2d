import { useSearchParams } from 'react-router'

const idIn = (text: string | null): number | undefined => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined)

/** What a list shows, as the address holds it: a reload and a link show the same. */
export const usePlace = () => {
  const [params, setParams] = useSearchParams()
  return {
    guild_id: idIn(params.get('guild')),
    task_id: idIn(params.get('task')),
    keyword: (params.get('q') ?? '').slice(0, 60),
    /** The one of some names that the address holds under a key; else the first. */
    pick: <T extends string>(name: string, names: readonly [T, ...T[]]): T => names.find((one) => one === params.get(name)) ?? names[0],
    text: (name: string): string => params.get(name) ?? '',
    change: (changes: Readonly<Record<string, string | null>>) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(changes)) {
            if (value === null || value === '') next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
  }
}
