import { center } from './center.ts'
import { heads } from './heads.ts'

/** What only the personal centre says. */
export const myCenterPage = { center, heads }
