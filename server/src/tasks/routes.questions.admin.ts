import { questionsImportAdmin } from '@tongchuang/contract/questions-import.admin.ts'
import type { App } from '../app-services.ts'
import { implement } from '../http/implement.ts'
import { readQuestions } from './questions/import/read-questions.ts'

/** Calls for importing questions. */
export const taskQuestionRoutes = (app: App): void =>
  implement(app, questionsImportAdmin, { read: (sent, caller) => readQuestions(app, sent, caller) })
