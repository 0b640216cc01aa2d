import { guilds } from './guilds.ts'
import { rankings } from './rankings.ts'
import { works } from './works.ts'

/** What the square says beside its tasks, and the pages of guilds, works, rankings and the centre. */
export const school = { guilds, works, rankings }
