import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import type { Draft } from '@tongchuang/contract/submissions.ts'
import type { App } from '../../app-services.ts'
import type { Db } from '../../db/schema.ts'
import { iso } from '../../db/time.ts'
import { fileCards } from '../../files/cards.ts'
import { filesOf, type FileRow } from '../../files/store.ts'
import { invalid } from '../../http/problem.ts'
import { mayDo, waitsToOpen } from '../../tasks/rules.ts'
import { isSameWork, meantWork, nothing, numberThere, workOf, type SentWork, type Work } from '../rules.ts'
import { filesOfVersions, newestVersion, type StoredDraft, type Version } from '../store.ts'
import { withTitle } from '../submit/prepare-sealing.ts'
import type { SubmitContext } from '../submit/submit-store.ts'

/** The student's row and draft of a context; refuses where there is no row to work on, or none yet. */
export const requireRow = (context: SubmitContext | undefined, action: 'draft' | 'submit', now: number) => {
  if (!context) throw fail('NOT_FOUND')
  const { enrolment_id, state, saved_at: draft_saved_at } = context
  if (enrolment_id === null || state === null) throw fail('STATE', { state: 'available' })
  if (!mayDo(action, state)) throw fail('STATE', { state })
  // T11: the event that puts the row aside comes a moment after the student has left.
  if (context.has_left) throw fail('STATE', { state: 'aborted' })
  if (waitsToOpen(context, { state, draft_saved_at }, now)) throw fail('STATE', { state: 'locked' })
  return { ...context, enrolment_id, state, version_count: context.version_count ?? 0, attempts: context.attempts ?? 0 }
}

/** Refuses work written in an earlier round: the current round neither saves nor submits it. */
export const mustBeOfRound = (row: ReturnType<typeof requireRow>, enrolment_id: number | undefined): void => {
  if (enrolment_id !== undefined && enrolment_id !== row.enrolment_id) throw fail('STATE', { state: row.state })
}

/** Whether a draft has been joined: its row is there as a whole, or not at all. */
const isThere = (draft: { [K in keyof StoredDraft]: StoredDraft[K] | null }): draft is StoredDraft =>
  draft.enrolment_id !== null && draft.draft_version !== null

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
  const work = { title: draft_title, content, files, links, answers, statement, share }
  const draft = { enrolment_id, draft_version, ...work, device, saved_at }
  return isThere(draft) ? draft : null
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

/**
 * Thrown inside a transaction; converted to a refusal with the stored draft outside it, because the links in it need
 * the files.
 */
export class Conflict extends Error {
  readonly draft: StoredDraft
  constructor(draft: StoredDraft) {
    super('CONFLICT')
    this.draft = draft
  }
}

/**
 * Converts a conflict to the refusal the client can show, with the server's draft; returns any other exception
 * unchanged.
 */
export const asRefusal = async (app: App, error: unknown, user_id: number): Promise<unknown> => {
  if (!(error instanceof Conflict)) return error
  const theirs = await presentDraft(app, error.draft, user_id)
  return new Refusal('CONFLICT', { theirs, draft_version: theirs.draft_version, saved_at: theirs.saved_at })
}

/**
 * Whether the sent work builds on the stored draft: either the client has seen that draft, or nothing in it would be
 * lost.
 */
const buildsOn = (draft: StoredDraft | null, sent: SentWork, base_version: number | undefined): boolean => {
  if (draft === null || draft.draft_version === base_version) return true
  const there = workOf(draft)
  return isSameWork(there, meantWork(sent, there))
}

/**
 * A draft that continues from a sealed version. The statement is reset, because it belongs to the moment of submitting.
 */
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
 * Throws a conflict where the sent work does not build on what is stored: another draft or, without a draft, a version
 * submitted since that the sending page has not seen. A client that names no draft starts from nothing.
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

/** A person's own finished files; refuses unless all of them exist. */
export const ownFiles = async (app: App, user_id: number, ids: readonly number[]): Promise<FileRow[]> => {
  if (new Set(ids).size !== ids.length) throw invalid('files', '同一个文件给了两次', 'A file was given twice')
  const rows = await filesOf(app.db, user_id, ids)
  if (rows.length !== ids.length || rows.some(({ purpose }) => purpose !== 'submission')) throw fail('FILE')
  return rows
}
