import { frame } from './frame.ts'
import { messages } from './messages.ts'
import { search } from './search.ts'
import { square } from './square.ts'
import { standing } from './standing.ts'
import { tasks } from './tasks.ts'

/** What every page after the log-in finds, beside the words of the pages before the log-in. */
export const inside = { frame, square, tasks, standing, messages, search }
