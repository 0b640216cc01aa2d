import { submissions } from './submissions.ts'

/** What only the page for handing in says. */
export const taskSubmitPage = { submissions }
