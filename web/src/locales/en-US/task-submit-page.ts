import { submissions } from './submissions.ts'

/** What only the page for submitting says. */
export const taskSubmitPage = { submissions }
