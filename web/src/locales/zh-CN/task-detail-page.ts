import { desk } from './desk.ts'
import { discussions } from './discussions.ts'

/** What only the page of a task says. */
export const taskDetailPage = { desk, discussions }
