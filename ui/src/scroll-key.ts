import type { Location } from 'react-router'

/**
 * Under what name the router keeps how far a page was read. A page opened by its address has no key of its own: without its
 * address, the next page opened in the same tab would begin where that one was left.
 */
export const scrollKey = ({ key, pathname, search }: Location): string => (key === 'default' ? pathname + search : key)
