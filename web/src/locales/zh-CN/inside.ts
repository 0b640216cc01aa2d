import { frame } from './frame.ts'
import { guilds } from './guilds.ts'
import { messages } from './messages.ts'
import { rankings } from './rankings.ts'
import { search } from './search.ts'
import { square } from './square.ts'
import { standing } from './standing.ts'
import { tasks } from './tasks.ts'
import { works } from './works.ts'

/** What every page after the log-in finds, beside the words of the pages before the log-in. */
export const inside = { frame, guilds, works, square, tasks, standing, messages, rankings, search }
