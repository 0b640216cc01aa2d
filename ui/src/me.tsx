import type { Output } from '@tongchuang/contract/call.ts'
import type { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { createContext, useContext } from 'react'

/** Somebody of the staff, in the role they act in. */
export type Me = Output<typeof schoolAdmin.me>

/** The key of `me` in the query cache: invalidate it after a change of one's own data. */
export const meKey = ['me'] as const

/** Whoever is logged in to the admin site, for everything inside its frame. */
export const MeContext = createContext<Me | null>(null)

/** The person logged in to the admin site; throws outside its frame. */
export const useMe = (): Me => {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe outside the frame of the admin site')
  return me
}
