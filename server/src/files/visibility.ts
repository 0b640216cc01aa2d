import type { FastifyInstance } from 'fastify'
import type { App } from '../app-services.ts'
import type { FileVariant } from '../storage/file-links.ts'
import type { FileRow } from './store.ts'

type Question = { row: FileRow; variant: FileVariant; user_id: number; now: number }
/** Whether a person may see a file of somebody else now. */
export type FileVisibility = (question: Question) => Promise<boolean>

const predicates = new WeakMap<FastifyInstance, FileVisibility>()

/** Sets who may see files of others; called by a feature that knows where files are used. */
export const setFileVisibility = ({ http }: Pick<App, 'http'>, isVisible: FileVisibility): void =>
  void predicates.set(http, isVisible)

/** Whether a person may see a file now: a link only proves that they could when it was made. */
export const isVisibleFile = async ({ http }: Pick<App, 'http'>, question: Question): Promise<boolean> =>
  question.row.owner_id === question.user_id || ((await predicates.get(http)?.(question)) ?? true)
