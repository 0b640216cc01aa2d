import { questionResults as questionCalls } from '@tongchuang/contract/question-results.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { setFileVisibility } from '../files/visibility.ts'
import { implement } from '../http/implement.ts'
import { fileVisibility } from './file-visibility-store.ts'
import { showMap } from './map.ts'
import { questionResults } from './question-results.ts'
import { showSubmission } from './submission.ts'
import { showTask } from './task.ts'

/** Calls for the map of a guild’s tasks, for one task, and for one version of work. */
export const studentTaskRoutes = (app: App): void => {
  setFileVisibility(app, fileVisibility(app.db))
  implement(app, studentTask, {
    menu: (input, caller) => showMap(app, input, caller),
    detail: async ({ id }, caller) => (await showTask(app, id, caller)) ?? refuse(),
    submission: async ({ id }, caller) => (await showSubmission(app, id, caller)) ?? refuse(),
  })
  implement(app, questionCalls, {
    results: ({ submit_id }, caller) => questionResults(app.db, submit_id, caller),
  })
}

const refuse = (): never => {
  throw fail('NOT_FOUND')
}
