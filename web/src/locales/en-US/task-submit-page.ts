import { submissions } from './submissions.ts'

/** What only the writing desk says. */
export const taskSubmitPage = { submissions }
