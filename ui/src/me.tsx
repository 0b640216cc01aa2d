import type { Output } from '@tongchuang/contract/call.ts'
import type { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { createContext, useContext } from 'react'

/** A person logged in to the admin site, in the role they act in. */
export type Me = Output<typeof schoolAdmin.me>

/** The key of `me` in the query cache, to be invalidated after a change of this person's data. */
export const meKey = ['me'] as const

/** Provides the person logged in to the admin site to everything inside its frame. */
export const MeContext = createContext<Me | null>(null)

/** The person logged in to the admin site; throws outside its frame. */
export const useMe = (): Me => {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe outside the frame of the admin site')
  return me
}
