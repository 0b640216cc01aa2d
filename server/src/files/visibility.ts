import type { FastifyInstance } from 'fastify'
import type { App } from '../app-services.ts'
import type { FileVariant } from '../storage/file-links.ts'
import type { FileRow } from './store.ts'

type Question = { row: FileRow; variant: FileVariant; user_id: number; now: number }
/** Whether somebody may see a file now that is not their own. */
export type FileVisibility = (question: Question) => Promise<boolean>

const predicates = new WeakMap<FastifyInstance, FileVisibility>()

/** Says who may see files of others; given by a feature that knows what they hang on. */
export const setFileVisibility = ({ http }: Pick<App, 'http'>, isVisible: FileVisibility): void =>
  void predicates.set(http, isVisible)

/** Whether somebody may see a file at this moment: a link says only that they might when it was made. */
export const isVisibleFile = async ({ http }: Pick<App, 'http'>, question: Question): Promise<boolean> =>
  question.row.owner_id === question.user_id || ((await predicates.get(http)?.(question)) ?? true)
