import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Server } from '@tus/server'
import { fail, Refusal, type Reason } from '@tongchuang/contract/errors.ts'
import type { FileCard } from '@tongchuang/contract/files.ts'
import { maxVoiceBytes } from '@tongchuang/contract/rules/voices.ts'
import type { App } from '../app-services.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { answerTo, done, refused, type Answer } from '../http/envelope.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { isDiskFull, isReadOnlyDisk } from '../storage/file-store.ts'
import { fileCards } from './cards.ts'
import { createFinisher, isHandedOver } from './finish.ts'
import { newFileKey } from './keys.ts'
import { fileName, mayUpload } from './kind-rules.ts'
import { beginFile, findFile, forgetUpload, spaceOf, spaceSince, type FileRow } from './store.ts'
import { OneAtATime, turnsByFile } from './one-at-a-time.ts'
import { turnsByRow } from './turn-store.ts'
import { UploadFolder } from './upload-store.ts'

const MB = 2 ** 20
// Lower limits for files that are smaller by nature than submitted works.
const mostMb: Partial<Record<FileRow['purpose'], number>> = { avatar: 10, banner: 10, feedback: maxVoiceBytes / MB }
const uploadsAtOnce = 50
// What staff give to their classes stays, so its sum has no limit; what one account sends a day has: this many times
// the space of a student.
const staffShareADay = 5
const dayMs = 24 * 3_600_000
// Kept free for the database and the log.
const reservedBytes = 128 * MB

// A client of this protocol reads success from the status, and tries again by itself unless it is 4xx.
const statuses: Partial<Record<Reason, number>> = {
  NO_SESSION: 401,
  EXPIRED: 401,
  ELSEWHERE: 401,
  PASSWORD: 403,
  ROLE: 403,
  NOT_FOUND: 404,
  FILE_TYPE: 415,
  FILE_SIZE: 413,
  QUOTA: 413,
  UPLOADED_TODAY: 413,
  // Passes by itself, as the pages of students take it to.
  UPLOADS_OPEN: 429,
}

const plainReason = (status: number): Reason =>
  status === 404 || status === 410 ? 'NOT_FOUND' : status === 413 ? 'TOO_LARGE' : 'BODY'

const isPlain = (error: unknown): error is { status_code: number } =>
  typeof error === 'object' && error !== null && 'status_code' in error

/** An error thrown while uploading, in the envelope and with a status the protocol understands. */
export const uploadProblem = (app: Pick<App, 'log'>, error: unknown, asked: Parameters<typeof refused>[2]): Answer => {
  // 501: a part of the protocol that is not offered here.
  const plain = isPlain(error) ? (error.status_code === 501 ? 400 : error.status_code) : 500
  if (plain === 423) return refused('BUSY', {}, asked, plain)
  if (plain < 500) return refused(plainReason(plain), {}, asked, plain)
  const note = (cause: unknown) => app.log.error({ err: cause, request_id: asked.request_id }, 'an upload failed')
  if (isReadOnlyDisk(error)) note(error)
  const answer = answerTo(
    isDiskFull(error) ? fail('DISK_FULL') : isReadOnlyDisk(error) ? fail('BUSY') : error,
    asked,
    note,
  )
  if (answer.status !== 200) return answer
  return { ...answer, status: error instanceof Refusal ? (statuses[error.reason] ?? 400) : 400 }
}

type Purpose = FileRow['purpose']
const purposes: readonly string[] = ['submission', 'avatar', 'task', 'banner', 'feedback'] satisfies Purpose[]

const purposeOf = (given: string | null | undefined, { audience, roles }: Person): Purpose => {
  if (!given || !purposes.includes(given))
    throw invalid(
      'purpose',
      '用途应是submission、avatar、task、banner或feedback',
      'The purpose must be submission, avatar, task, banner or feedback',
    )
  if (given === 'submission' && !(audience === 'student' && roles.includes('student'))) throw fail('ROLE')
  if ((given === 'task' || given === 'banner' || given === 'feedback') && audience !== 'admin') throw fail('ROLE')
  return given as Purpose
}

type Metadata = Readonly<Record<string, string | null>>

/** What an upload is for, and its name; refuses what may not be uploaded. `size`: bytes; `file_mb`: the setting. */
const allowedFile = (person: Person, metadata: Metadata, { size, file_mb }: { size: number; file_mb: number }) => {
  const purpose = purposeOf(metadata.purpose, person)
  const name = fileName(metadata.filename ?? '')
  if (!mayUpload(name, purpose)) throw fail('FILE_TYPE', { name })
  if (size === 0)
    throw invalid('file', `「${name}」是空的，请选有内容的文件`, `"${name}" is empty; choose one with something in it`)
  const max_mb = Math.min(file_mb, mostMb[purpose] ?? file_mb)
  if (size > max_mb * MB) throw fail('FILE_SIZE', { name, max_mb })
  return { purpose, name }
}

/** Refuses what could not be stored anyway, before the first byte is sent. */
const checkDisk = async (folder: string | null, size: number): Promise<void> => {
  const disk = folder === null ? null : await statfs(folder).catch(() => null)
  if (disk && disk.bavail * disk.bsize < size + reservedBytes) throw fail('DISK_FULL')
}

/** Resumable uploads by the tus protocol, each with a row from the start. */
export const createUploads = (app: App, finished: (row: FileRow) => void) => {
  const folder = join(app.config.dataDir, 'uploads')
  // What is not in a folder of this machine is not locked by one either.
  const store = app.stores.uploads ?? new UploadFolder(folder, app.files)
  const finish = createFinisher(app, store, finished)
  const people = new WeakMap<Request, Person>()
  const begun = new WeakMap<Request, number>()

  const begin = async (person: Person, metadata: Metadata, size: number): Promise<number> => {
    const { files } = await app.settings()
    const { purpose, name } = allowedFile(person, metadata, { size, file_mb: files.file_mb })
    await checkDisk(store.folder, size)
    const id = await beginFile(app.db, {
      owner_id: person.user_id,
      name,
      size,
      purpose,
      upload_id: newFileKey(),
      now: person.now,
    })
    // Counted after the row is inserted: of two uploads that begin at once, at least one sees the other.
    const isStudent = person.audience === 'student'
    const { bytes, uploading } = isStudent
      ? await spaceOf(app.db, person.user_id)
      : await spaceSince(app.db, person.user_id, person.now - dayMs)
    const most = files.student_mb * (isStudent ? 1 : staffShareADay)
    if (uploading > uploadsAtOnce || bytes > most * MB) {
      await forgetUpload(app.db, id)
      if (bytes <= most * MB) throw fail('UPLOADS_OPEN', { max: uploadsAtOnce })
      throw fail(isStudent ? 'QUOTA' : 'UPLOADED_TODAY', { max_mb: most })
    }
    return id
  }

  /** Gives an upload up. */
  const abandon = async (id: number): Promise<void> => {
    if (await forgetUpload(app.db, id)) await store.discard(String(id))
  }

  const envelope = (row: FileRow, person: Person): string =>
    done(JSON.stringify(fileCards(app, [row], person.user_id)[0] satisfies FileCard | undefined), person.now)

  const tus = new Server({
    path: '/api/files',
    datastore: store,
    locker: new OneAtATime(store.folder === null ? turnsByRow(app) : turnsByFile(store.folder)),
    lockDrainTimeout: 500,
    // Allows no other origins: without this the library answers `*`.
    allowedOrigins: [],
    generateUrl: (_request, { id }) => `${app.config.basePath}/api/files/${id}`,
    getFileIdFromRequest: (_request, last) => (/^[1-9]\d{0,9}$/.test(last ?? '') ? last : undefined),
    namingFunction: async (request, metadata) => {
      const id = await begin(people.get(request)!, metadata ?? {}, Number(request.headers.get('upload-length')))
      begun.set(request, id)
      return String(id)
    },
    onUploadFinish: async (request, upload) => {
      const person = people.get(request)!
      const row = orNotFound(await findFile(app.db, Number(upload.id)))
      return { status_code: request.method === 'POST' ? 201 : 200, body: envelope(await finish(row), person) }
    },
    onResponseError: (request, error) => {
      const { status, body } = uploadProblem(app, error, people.get(request)!)
      return { status_code: status, body }
    },
  })

  return {
    store,
    envelope,
    /** One request of the protocol, by a person who may make it. */
    answer: async (request: Request, person: Person): Promise<Response> => {
      people.set(request, person)
      const response = await tus.handleWeb(request)
      const id = begun.get(request)
      // Nobody was told its address: it would count as under way for a day, and who tries again and again while the
      // store is away has fifty of them soon. What cannot be removed now is swept later.
      if (id !== undefined && !response.ok) await abandon(id).catch(() => {})
      return response
    },
    /** Finishes an upload whose bytes all arrived but whose last step was lost, for example with the process. */
    finishIfComplete: async (row: FileRow): Promise<FileRow> => {
      if (await isHandedOver(app, row)) return finish(row)
      const upload = await store.getUpload(String(row.id))
      return upload.offset === upload.size ? finish(row) : row
    },
    abandon,
  }
}

export type Uploads = ReturnType<typeof createUploads>
