import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import type { App } from '../app-services.ts'
import { isDiskFull } from '../storage/file-store.ts'
import { withoutMetadata } from './media.ts'
import { findFile, setPictures, waitingPictures, type FileRow } from './store.ts'

// A picture of more pixels costs seconds to read, however small its file is (security 1.2).
const pixels = { limitInputPixels: 25e6, failOn: 'error', pages: 1, sequentialRead: true } as const
const seconds = 10
const maxBytes = 64 * 2 ** 20
const publicEdge = 2048
const thumbEdge = 480

sharp.cache(false)
sharp.concurrency(1)

/** What was made of a file for others, and where it lies; a recording has no small picture. */
type Made = { public: string; thumb: string | null; ending: string; width: number | null; height: number | null }

/** Writes the re-encoded picture and a small one beside the original; encoding anew leaves the place of taking out. */
const encode = async (source: string): Promise<Made> => {
  const { hasAlpha } = await sharp(source, pixels).metadata()
  const picture = sharp(source, pixels)
    .autoOrient()
    .resize({ width: publicEdge, height: publicEdge, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds })
  const made = { public: `${source}.public`, thumb: `${source}.thumb`, ending: hasAlpha ? 'webp' : 'jpg' }
  const { width, height } = await (hasAlpha ? picture.webp({ quality: 86 }) : picture.jpeg({ quality: 86 })).toFile(
    made.public,
  )
  await sharp(made.public)
    .resize({ width: thumbEdge, height: thumbEdge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toFile(made.thumb)
  return { ...made, width, height }
}

/** A recording without the notes about it. */
const cleaned = async (path: string, { name, size, mime }: FileRow): Promise<Made> => ({
  public: await withoutMetadata({ path, size: Number(size), mime }),
  thumb: null,
  ending: name.slice(name.lastIndexOf('.') + 1).toLowerCase(),
  width: null,
  height: null,
})

/** Makes what others get of pictures and recordings, one at a time and never in the way of a call. */
export const createPictures = (app: App) => {
  const folder = join(app.config.dataDir, 'uploads')
  const under = new Map<number, Promise<FileRow | undefined>>()
  let last: Promise<unknown> = Promise.resolve()

  const store = async (row: FileRow, { ending, width, height, ...paths }: Made): Promise<void> => {
    const thumb_key = paths.thumb === null ? null : `${row.upload_id}.thumb.webp`
    const public_key = `${row.upload_id}.public.${ending}`
    const { size: public_size } = await stat(paths.public)
    if (paths.thumb !== null && thumb_key !== null) await app.files.keep(thumb_key, paths.thumb)
    await app.files.keep(public_key, paths.public)
    await setPictures(app.db, row.id, { width, height, thumb_key, public_key, public_size })
  }

  const make = async (row: FileRow): Promise<FileRow | undefined> => {
    const source = join(folder, `picture-${row.id}-${process.pid}`)
    try {
      if (row.kind === 'image' && Number(row.size) > maxBytes) throw new Error('too many bytes for a picture')
      await mkdir(folder, { recursive: true })
      await pipeline(app.files.read(row.upload_id), createWriteStream(source))
      await store(row, row.kind === 'image' ? await encode(source) : await cleaned(source, row))
    } catch (error) {
      // A full disk says nothing about the picture: it is tried again.
      if (isDiskFull(error)) throw error
      app.log.info({ err: error, file: row.id }, 'nothing could be made for others')
      await setPictures(app.db, row.id, null)
    } finally {
      for (const path of [source, `${source}.public`, `${source}.thumb`]) await rm(path, { force: true })
    }
    return findFile(app.db, row.id)
  }

  /** Makes them now, behind those under way; asking twice makes them once. */
  const now = (row: FileRow): Promise<FileRow | undefined> => {
    const running = under.get(row.id)
    if (running) return running
    const work = last.then(() => make(row)).finally(() => under.delete(row.id))
    last = work.catch(() => {})
    under.set(row.id, work)
    return work
  }

  app.jobs.every('files.pictures', 60, async () => {
    for (let rows = await waitingPictures(app.db, 20); rows.length > 0; rows = await waitingPictures(app.db, 20))
      for (const row of rows) await now(row)
  })

  return { now, soon: () => app.jobs.wake('files.pictures') }
}

export type PictureMaker = ReturnType<typeof createPictures>
