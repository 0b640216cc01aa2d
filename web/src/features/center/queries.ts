import { accounts } from '@tongchuang/contract/accounts.ts'
import { catalog } from '@tongchuang/contract/catalog.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import type { Input } from '@tongchuang/contract/call.ts'
import { profileKey } from '@tongchuang/ui/profile.tsx'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { devicesKey, guildsKey } from '../../queries/keys.ts'

/** The user's open sessions. */
export const devicesQuery = queryOptions({ queryKey: devicesKey, queryFn: () => sendQuietly(accounts.devices) })

/** The user's guilds, renewed with all other data about guilds. */
export const myGuildsQuery = queryOptions({
  queryKey: [...guildsKey, 'emblems'],
  queryFn: () => sendQuietly(catalog.guilds, { scope: 'mine', limit: 30 }),
})

/** Ends one session of the user, or all but this one. */
export const useEndDevice = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (which: Input<typeof accounts.endDevice>) => send(accounts.endDevice, which),
    onSettled: () => client.invalidateQueries({ queryKey: devicesKey }),
  })
}

/** Reads the user's profile once more and caches it. */
export const useProfileAnew = () => {
  const client = useQueryClient()
  return async () => {
    const there = await sendQuietly(profile.get)
    client.setQueryData(profileKey, there)
    return there
  }
}

/**
 * Changes fields of the user's profile and caches the new profile. The requests run one after the other, so that a
 * switch stays as it was pressed last.
 */
export const useUpdateProfile = () => {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'profile' },
    mutationFn: (changes: Input<typeof profile.update>) => sendQuietly(profile.update, changes),
    onSuccess: (next) => {
      client.setQueryData(profileKey, next)
    },
  })
}
