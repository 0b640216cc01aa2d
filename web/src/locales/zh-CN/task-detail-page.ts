import { taskDetail } from './task-detail.ts'
import { discussions } from './discussions.ts'
import { notes } from './notes.ts'

/** What only the page of a task says. */
export const taskDetailPage = { taskDetail, discussions, notes }
