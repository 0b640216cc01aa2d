import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import type { Draft } from '@tongchuang/contract/submissions.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { fileCards } from '../files/cards.ts'
import { filesOf, type FileRow } from '../files/store.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { mayDo } from '../tasks/rules.ts'
import { noteDraft } from '../tasks/store.ts'
import { columnsOf, deviceOf, isSameWork, meantWork, nothing, workOf, type SentWork } from './rules.ts'
import { findDesk, putDraft, type Desk } from './hand-in-store.ts'
import type { StoredDraft } from './store.ts'

/** The student's row and draft on a desk, or the refusal where there is no row to work on. */
export const rowOf = (desk: Desk | undefined, action: 'draft' | 'submit') => {
  if (!desk) throw fail('NOT_FOUND')
  const { enrolment_id, state } = desk
  if (enrolment_id === null || state === null) throw fail('STATE', { state: 'available' })
  if (!mayDo(action, state)) throw fail('STATE', { state })
  return { ...desk, enrolment_id, state, version_count: desk.version_count ?? 0, attempts: desk.attempts ?? 0 }
}

/** The draft on a desk; null while there is none. */
export const draftOn = (desk: Desk): StoredDraft | null => {
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
  } = desk
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
export const draftFor = async (app: App, draft: StoredDraft, user_id: number): Promise<NonNullable<Draft>> => {
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
  const theirs = await draftFor(app, error.draft, user_id)
  return new Refusal('CONFLICT', { theirs, draft_version: theirs.draft_version, saved_at: theirs.saved_at })
}

/** Whether what is sent builds on the draft that is there: it was the last one seen, or nothing in it would be lost. */
export const buildsOn = (draft: StoredDraft | null, sent: SentWork, base_version: number | undefined): boolean => {
  if (draft === null || draft.draft_version === base_version) return true
  const there = workOf(draft)
  return isSameWork(there, meantWork(sent, there))
}

type Saved = { draft_version: number; saved_at: string }
type DraftInput = { task_id: number; base_version: number | undefined; sent: SentWork }

/** A person's own finished files, all of them, or the refusal. */
export const ownFiles = async (app: App, user_id: number, ids: readonly number[]): Promise<FileRow[]> => {
  if (new Set(ids).size !== ids.length) throw invalid('files', '同一个文件给了两次', 'A file was given twice')
  const rows = await filesOf(app.db, user_id, ids)
  if (rows.length !== ids.length || rows.some(({ purpose }) => purpose !== 'submission')) throw fail('FILE')
  return rows
}

/** T3: keeps a draft on the server. The same text again, as after a lost answer, is answered as saved. */
export const saveDraft = async (
  app: App,
  { task_id, base_version, sent }: DraftInput,
  caller: Person,
): Promise<Saved> => {
  const { user_id } = caller
  const { enrolment_id } = rowOf(await findDesk(app.db, task_id, user_id), 'draft')
  if (sent.files) await ownFiles(app, user_id, sent.files)
  const device = deviceOf(caller.user_agent)
  try {
    return await app.db.transaction().execute(async (db) => {
      // Writing the row first lets saves and sends of one student-task wait for each other on both databases.
      await noteDraft(db, enrolment_id, app.clock())
      const desk = rowOf(await findDesk(db, task_id, user_id), 'draft')
      if (desk.enrolment_id !== enrolment_id) throw fail('STATE', { state: desk.state })
      return put(db, desk, { base_version, sent, device, now: app.clock() })
    })
  } catch (error) {
    throw await asRefusal(app, error, user_id)
  }
}

type Put = { base_version: number | undefined; sent: SentWork; device: string; now: number }

const put = async (
  db: Db,
  desk: ReturnType<typeof rowOf>,
  { base_version, sent, device, now }: Put,
): Promise<Saved> => {
  const { enrolment_id } = desk
  const draft = draftOn(desk)
  if (draft && !buildsOn(draft, sent, base_version)) throw new Conflict(draft)
  const before = draft ? workOf(draft) : nothing
  const work = meantWork(sent, before)
  if (draft && draft.draft_version !== base_version) {
    await noteDraft(db, enrolment_id, draft.saved_at)
    return { draft_version: draft.draft_version, saved_at: iso(draft.saved_at) }
  }
  const draft_version = (draft?.draft_version ?? desk.sealed_draft_version ?? 0) + 1
  await putDraft(
    db,
    { ...columnsOf(work), enrolment_id, draft_version, device, saved_at: now },
    { now: work.files, before: before.files },
  )
  return { draft_version, saved_at: iso(now) }
}
