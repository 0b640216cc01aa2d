import { accounts } from './accounts.ts'
import { shell } from './shell.ts'

/** What the pages before the log-in need: they stay light. */
export const auth = { accounts, shell }
