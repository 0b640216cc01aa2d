import { useEffect, useMemo } from 'react'
import type { NavigateOptions } from 'react-router'
import { keepWords, wordsOnDevice } from './on-device.ts'
import { useAddressQuery } from './address-query.ts'
import { useMe } from './me.tsx'

/** The values this person last chose for these names on this device. */
const keptFor = (keys: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([name, key]) => {
      const value = wordsOnDevice(key)
      return value ? [[name, value]] : []
    }),
  )

/**
 * The query of the address, some parts of which are remembered: a page opened by its bare address shows the filters
 * last chosen there or on another page with the same filters. An address with any query is shown as it is.
 */
export const useKeptQuery = (names: readonly string[]): ReturnType<typeof useAddressQuery> => {
  const { id } = useMe()
  const { query: asked, change: write } = useAddressQuery()
  const keys = useMemo(() => Object.fromEntries(names.map((name) => [name, `kept:${id}:filter:${name}`])), [id, names])
  const isBare = asked.size === 0
  const query = useMemo(() => (isBare ? new URLSearchParams(keptFor(keys)) : asked), [isBare, asked, keys])
  useEffect(() => {
    if (isBare) {
      const kept = keptFor(keys)
      if (Object.keys(kept).length > 0) write(kept)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `write` is made anew each time; only the address decides
  }, [isBare, keys])
  const change = (changes: Readonly<Record<string, string | null | undefined>>, how?: NavigateOptions): void => {
    // Stored before the address changes: a bare address shows what is stored.
    for (const [name, value] of Object.entries(changes)) {
      const key = keys[name]
      if (key !== undefined) keepWords(key, value || null)
    }
    write(changes, how)
  }
  return { query, change }
}
