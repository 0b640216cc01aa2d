import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal, type Reason } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { isDiskFull, isReadOnlyDisk } from '../storage/file-store.ts'
import type { ForOthers } from '../workers/tasks/made.ts'
import { findFile, setPictures, waitingPictures, type FileRow } from './store.ts'
import { createTurns } from './turns.ts'

const maxBytes = 64 * 2 ** 20
const mostWaiting = 200

const isRefusal = (error: unknown, reason: Reason): boolean => error instanceof Refusal && error.reason === reason

/**
 * Makes the forms of pictures and recordings for others, one of each at a time, without delaying calls. Pictures and
 * recordings do not wait for each other, and the owners of the files take turns.
 */
export const createPictures = (app: App) => {
  const folder = join(app.config.dataDir, 'uploads')
  const under = new Map<number, Promise<FileRow | undefined>>()
  const turns = { picture: createTurns(mostWaiting), recording: createTurns(mostWaiting) }

  const store = async (row: FileRow, { width, height, ...paths }: ForOthers): Promise<void> => {
    const thumb_key = paths.thumb === null ? null : `${row.upload_id}.thumb.webp`
    // A recording keeps its ending; a picture is re-encoded.
    const ending = paths.thumb === null ? extname(row.name).toLowerCase() : extname(paths.public)
    const public_key = `${row.upload_id}.public${ending}`
    const { size: public_size } = await stat(paths.public)
    if (paths.thumb !== null && thumb_key !== null) await app.files.keep(thumb_key, paths.thumb)
    await app.files.keep(public_key, paths.public)
    await setPictures(app.db, row.id, { width, height, thumb_key, public_key, public_size })
  }

  const made = async (row: FileRow, path: string): Promise<ForOthers> => {
    const person = row.owner_id
    const result =
      row.kind === 'image'
        ? await app.workers.run('shrinkPicture', { path }, { person })
        : await app.workers.run('cleanRecording', { path, size: Number(row.size), mime: row.mime }, { person })
    if (result === 'disk full') throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
    return result
  }

  const make = async (row: FileRow): Promise<FileRow | undefined> => {
    const source = join(folder, `picture-${row.id}-${process.pid}`)
    try {
      if (row.kind === 'image' && Number(row.size) > maxBytes) throw new Error('too many bytes for a picture')
      await mkdir(folder, { recursive: true })
      await pipeline(app.files.read(row.upload_id), createWriteStream(source))
      await store(row, await made(row, source))
    } catch (error) {
      // A full or read-only disk, or a busy server, says nothing about the picture: it is retried.
      if (isDiskFull(error) || isReadOnlyDisk(error) || isRefusal(error, 'BUSY')) throw error
      app.log.info({ err: error, file: row.id }, 'nothing could be made for others')
      await setPictures(app.db, row.id, null)
    } finally {
      for (const ending of ['', '.jpg', '.webp', '.public', '.thumb.webp'])
        await rm(`${source}${ending}`, { force: true })
    }
    return findFile(app.db, row.id)
  }

  /** Makes the forms of a file when its turn comes; a repeated request waits for the same work. */
  const now = (row: FileRow): Promise<FileRow | undefined> => {
    const running = under.get(row.id)
    if (running) return running
    const turn = row.kind === 'image' ? turns.picture : turns.recording
    const work = turn(row.owner_id, () => make(row)).finally(() => under.delete(row.id))
    under.set(row.id, work)
    return work
  }

  /** Makes everything of one kind that waits, each after whatever is requested meanwhile. */
  const makeAll = async (kind: 'picture' | 'recording'): Promise<void> => {
    for (
      let rows = await waitingPictures(app.db, kind, 20);
      rows.length > 0;
      rows = await waitingPictures(app.db, kind, 20)
    ) {
      try {
        for (const row of rows) await now(row)
      } catch (error) {
        if (isRefusal(error, 'BUSY')) return
        throw error
      }
    }
  }

  app.jobs.every('files.pictures', 60, () => makeAll('picture'))
  app.jobs.every('files.recordings', 60, () => makeAll('recording'))

  return {
    now,
    soon: (row: Pick<FileRow, 'kind'>) => app.jobs.wake(row.kind === 'image' ? 'files.pictures' : 'files.recordings'),
  }
}

export type PictureMaker = ReturnType<typeof createPictures>
