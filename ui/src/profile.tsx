import type { Profile } from '@tongchuang/contract/profile.ts'
import { createContext, useContext } from 'react'

/** The key of the profile in the query cache, to be invalidated after a change of this person's data. */
export const profileKey = ['profile'] as const

/** Provides the profile of the person logged in to everything inside the layout. */
export const ProfileContext = createContext<Profile | null>(null)

/** The profile of the person logged in; throws outside the layout. */
export const useProfile = (): Profile => {
  const profile = useContext(ProfileContext)
  if (!profile) throw new Error('useProfile outside the layout')
  return profile
}
