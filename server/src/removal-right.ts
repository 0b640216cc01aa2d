/**
 * The reason something may be removed for good.
 * `expired`: its own row or file says since when it is over. `unfinished`: a process died while making it, and its age
 * proves that.
 * `superseded`: newer ones of its kind are kept. `asked`: a person asked for it.
 * `unused`: nothing points to it. An empty or wrong database looks the same, so only this reason needs a licence.
 */
export type Right = 'expired' | 'unfinished' | 'superseded' | 'asked' | 'unused'

declare const granted: unique symbol
/** Granted to one run by the brake; it cannot be created anywhere else. */
export type Licence = { readonly [granted]: true }
