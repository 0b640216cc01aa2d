import { useEffect, useMemo } from 'react'
import type { NavigateOptions } from 'react-router'
import { keepWords, wordsOnDevice } from './on-device.ts'
import { useAddressQuery } from './address-query.ts'
import { useMe } from './me.tsx'

/** What each of these was chosen as last by this person, on this device. */
const keptFor = (keys: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(keys).flatMap(([name, key]) => {
      const value = wordsOnDevice(key)
      return value ? [[name, value]] : []
    }),
  )

/**
 * What the address says behind its question mark, of which some is kept: whoever comes to a page of the same filters by its
 * bare address finds what they chose there or on another one. An address that says anything is shown as it says.
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
    // Before the address: once that is bare, it says what is kept.
    for (const [name, value] of Object.entries(changes)) {
      const key = keys[name]
      if (key !== undefined) keepWords(key, value || null)
    }
    write(changes, how)
  }
  return { query, change }
}
