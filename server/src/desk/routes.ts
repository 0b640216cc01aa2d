import { desk } from '@tongchuang/contract/desk.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { implement } from '../http/implement.ts'
import { showSubmission } from './submission.ts'
import { showTask } from './task.ts'

/** One task, or one version of work, with all that hangs on it. */
export const deskRoutes = (app: App): void =>
  implement(app, desk, {
    task: async ({ id }, caller) => (await showTask(app, id, caller)) ?? refuse(),
    submission: async ({ id }, caller) => (await showSubmission(app, id, caller)) ?? refuse(),
  })

const refuse = (): never => {
  throw fail('NOT_FOUND')
}
