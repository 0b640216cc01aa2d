import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'

/** The role in which the person acts, as each site names it; null before the person is known. */
export const RoleContext = createContext<string | null>(null)

/** The roles of the admin site that can lead guilds; assistants cannot. */
export const leading: readonly string[] = ['admin', 'teacher']

/** Whether the current role is one of those listed; an empty list means everybody. */
export const usePermitted = (roles: readonly string[]): boolean => {
  const role = useContext(RoleContext)
  if (!Array.isArray(roles)) throw new Error(`need roles! Like v-permission="['admin','user']"`)
  return roles.length === 0 || (role !== null && roles.includes(role))
}

/**
 * Shows its children to the listed roles, and `others`, by default nothing, to everybody else
 * (specification section 5).
 */
export const Permission = ({
  roles,
  children,
  others = null,
}: {
  roles: readonly string[]
  children: ReactNode
  others?: ReactNode
}) => (usePermitted(roles) ? children : others)
