import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import type { Draft } from '@tongchuang/contract/submissions.ts'
import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import { iso } from '../../db/time.ts'
import { fileCards } from '../../files/cards.ts'
import { filesOf, type FileRow } from '../../files/store.ts'
import { invalid } from '../../http/problem.ts'
import { mayDo } from '../../tasks/rules.ts'
import { isSameWork, meantWork, nothing, numberThere, workOf, type SentWork, type Work } from '../rules.ts'
import { filesOfVersions, newestVersion, type StoredDraft, type Version } from '../store.ts'
import { withTitle } from '../submit/prepare-sealing.ts'
import type { SubmitContext } from '../submit/submit-store.ts'

/** The student's row and draft of a context, or the refusal where there is no row to work on. */
export const requireRow = (context: SubmitContext | undefined, action: 'draft' | 'submit') => {
  if (!context) throw fail('NOT_FOUND')
  const { enrolment_id, state } = context
  if (enrolment_id === null || state === null) throw fail('STATE', { state: 'available' })
  if (!mayDo(action, state)) throw fail('STATE', { state })
  return { ...context, enrolment_id, state, version_count: context.version_count ?? 0, attempts: context.attempts ?? 0 }
}

/** Refuses what was written in an earlier round: the one of now neither keeps it nor hands it in. */
export const mustBeOfRound = (row: ReturnType<typeof requireRow>, enrolment_id: number | undefined): void => {
  if (enrolment_id !== undefined && enrolment_id !== row.enrolment_id) throw fail('STATE', { state: row.state })
}

/** The draft of a context; null while there is none. */
export const draftIn = (context: SubmitContext): StoredDraft | null => {
  const {
    enrolment_id,
    draft_version,
    draft_title,
    content,
    files,
    links,
    answers,
    statement,
    share,
    device,
    saved_at,
  } = context
  if (enrolment_id === null || draft_version === null) return null
  return {
    enrolment_id,
    draft_version,
    title: draft_title,
    content,
    files,
    links,
    answers,
    statement,
    share,
    device,
    saved_at,
  } as StoredDraft
}

/** A stored draft as its owner reads it: files of theirs that are gone are left out. */
export const presentDraft = async (app: App, draft: StoredDraft, user_id: number): Promise<NonNullable<Draft>> => {
  const { files, links, ...work } = workOf(draft)
  const cards = fileCards(app, await filesOf(app.db, user_id, files), user_id)
  return {
    ...work,
    files: cards,
    links: [...links],
    draft_version: draft.draft_version,
    saved_at: iso(draft.saved_at),
    device: draft.device,
  }
}

/** Thrown inside a transaction; outside it becomes the refusal with both texts, whose links need the files. */
export class Conflict extends Error {
  readonly draft: StoredDraft
  constructor(draft: StoredDraft) {
    super('CONFLICT')
    this.draft = draft
  }
}

/** A conflict as the refusal the client can show: what the server has, beside what was sent. */
export const asRefusal = async (app: App, error: unknown, user_id: number): Promise<unknown> => {
  if (!(error instanceof Conflict)) return error
  const theirs = await presentDraft(app, error.draft, user_id)
  return new Refusal('CONFLICT', { theirs, draft_version: theirs.draft_version, saved_at: theirs.saved_at })
}

/** Whether what is sent builds on the draft that is there: it was the last one seen, or nothing in it would be lost. */
const buildsOn = (draft: StoredDraft | null, sent: SentWork, base_version: number | undefined): boolean => {
  if (draft === null || draft.draft_version === base_version) return true
  const there = workOf(draft)
  return isSameWork(there, meantWork(sent, there))
}

/** What was sealed, as a draft that goes on from it. The statement is asked for anew: it belongs to the moment of handing in. */
export const draftFrom = async (
  db: Db,
  version: Version,
  { device, saved_at }: Pick<StoredDraft, 'device' | 'saved_at'>,
): Promise<StoredDraft> => {
  const { enrolment_id, draft_version, title, content, links, answers, share } = version
  const files = (await filesOfVersions(db, [version.id])).map(({ file_id }) => file_id)
  const work = { title, content, links, answers, share, files: JSON.stringify(files), statement: false }
  const number = numberThere({ draft_version: null, sealed_draft_version: draft_version })
  return { ...work, enrolment_id, draft_version: number, device, saved_at }
}

/**
 * Throws where something is there that what is sent does not build on: another draft, or without one a version that was handed
 * in since, from a page that has not seen it. Whoever names no draft begins with nothing.
 */
export const mustBuildOn = async (
  db: Db,
  context: ReturnType<typeof requireRow>,
  { sent, base_version }: { sent: SentWork; base_version: number | undefined },
): Promise<void> => {
  const draft = draftIn(context)
  if (draft && !buildsOn(draft, sent, base_version)) throw new Conflict(draft)
  if (draft || base_version === undefined || base_version === numberThere(context)) return
  const version = await newestVersion(db, context.enrolment_id)
  if (!version) return
  const there = await draftFrom(db, version, { device: 'version', saved_at: version.submitted_at })
  const titled = (work: Work) => ({ ...withTitle(work, context.title), statement: false })
  if (isSameWork(titled(workOf(there)), titled(meantWork(sent, workOf(there))))) return
  const isUntitled = there.title === withTitle(nothing, context.title).title
  throw new Conflict(isUntitled ? { ...there, title: '' } : there)
}

/** A person's own finished files, all of them, or the refusal. */
export const ownFiles = async (app: App, user_id: number, ids: readonly number[]): Promise<FileRow[]> => {
  if (new Set(ids).size !== ids.length) throw invalid('files', '同一个文件给了两次', 'A file was given twice')
  const rows = await filesOf(app.db, user_id, ids)
  if (rows.length !== ids.length || rows.some(({ purpose }) => purpose !== 'submission')) throw fail('FILE')
  return rows
}
