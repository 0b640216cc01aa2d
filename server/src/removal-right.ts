/**
 * By what right something is taken away for good.
 * `expired`: its own row or file says since when it is over. `unfinished`: somebody died over it, and its age says so.
 * `superseded`: newer ones of its kind are kept. `asked`: a person asked for it.
 * `unused`: nothing points to it, which is also what an empty or a wrong database says: that right alone needs a licence.
 */
export type Right = 'expired' | 'unfinished' | 'superseded' | 'asked' | 'unused'

declare const granted: unique symbol
/** What the brake gives to one run: nobody else can make one. */
export type Licence = { readonly [granted]: true }
