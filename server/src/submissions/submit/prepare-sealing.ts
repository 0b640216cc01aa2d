import type { App } from '../../app-services.ts'
import type { FileRow } from '../../files/store.ts'
import { writtenText, type Written } from '../../markdown/written.ts'
import { sealedText, type SentWork, type Work } from '../rules.ts'
import { newReceiptNo, sha256 } from './receipt.ts'

/** A work as it will be sealed. */
export type Prepared = {
  task_id: number
  enrolment_id: number
  sent: SentWork
  base_version: number | undefined
  work: Work
  written: Written
  files: readonly FileRow[]
  sha256: string
  receipt_no: string
  key: string
  key_hash: string
}
/**
 * A work with a title: where it has none, the task's title, cut at a character boundary to the maximum length of a
 * title.
 */
export const withTitle = (work: Work, task_title: string): Work =>
  work.title.trim() === '' ? { ...work, title: [...task_title].slice(0, 60).join('') } : work

/** Everything that takes time is done before the transaction: rendering and hashing. */
export const prepareSealing = async (
  app: App,
  user_id: number,
  given: Omit<Prepared, 'written' | 'sha256' | 'receipt_no'>,
): Promise<Prepared> => {
  const written = await writtenText(app, { content: given.work.content, person: user_id })
  return { ...given, written, sha256: sha256(sealedText(given.work)), receipt_no: newReceiptNo() }
}
