import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fail } from '@tongchuang/contract/errors.ts'
import { maxVoiceBytes, maxVoiceSeconds } from '@tongchuang/contract/rules/voices.ts'
import type { Voice } from '@tongchuang/contract/voices.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import { fileCards } from '../files/cards.ts'
import { readyFiles, setSound, type FileRow } from '../files/store.ts'
import { invalid } from '../http/problem.ts'
import type { StoredVoice } from './voice-store.ts'

/** Voices for one reader; everybody gets the recording without its metadata. */
export const presentVoices = async (
  app: App,
  db: Db,
  voices: readonly StoredVoice[],
  user_id: number,
): Promise<{ result_id: number | null; voice: Voice }[]> => {
  if (voices.length === 0) return []
  const rows = await readyFiles(
    db,
    voices.flatMap(({ file_id }) => file_id ?? []),
  )
  return voicesWithSound(app, voices, rows, user_id)
}

/** The same for files that are already loaded. */
export const voicesWithSound = (
  app: App,
  voices: readonly StoredVoice[],
  rows: readonly FileRow[],
  user_id: number,
): { result_id: number | null; voice: Voice }[] => {
  const cards = new Map(fileCards(app, rows, user_id, 'public').map((card) => [card.id, card]))
  return voices.map(({ id, file_id, seconds, peaks, text, result_id }) => ({
    result_id,
    voice: { id, file: cards.get(file_id ?? 0) ?? null, seconds, peaks: storedValue(peaks), text },
  }))
}

/** Stores the public version of a recording beside the original. */
const keepSound = async (app: App, row: FileRow, bytes: Uint8Array): Promise<void> => {
  const folder = join(app.config.dataDir, 'uploads')
  // A unique name: the same request may arrive twice concurrently.
  const path = join(folder, `voice-${row.id}-${randomUUID()}`)
  const public_key = `${row.upload_id}.public${extname(row.name).toLowerCase()}`
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(path, bytes)
    await app.files.keep(public_key, path)
  } finally {
    await rm(path, { force: true })
  }
  await setSound(app.db, row.id, { public_key, public_size: bytes.byteLength })
}

/**
 * Reads the caller’s own upload and returns its length, measured from the audio; a version without metadata is stored
 * for listeners. Refuses files that are no voice recording, and recordings over the limit.
 */
export const hear = async (app: App, row: FileRow): Promise<number> => {
  if (Number(row.size) > maxVoiceBytes) throw fail('FILE_TYPE', { name: row.name })
  const bytes = await buffer(app.files.read(row.upload_id))
  if (createHash('sha256').update(bytes).digest('hex') !== row.sha256) throw fail('FILE')
  const heard = await app.workers.run('readVoice', { bytes, mime: row.mime }, { person: row.owner_id })
  if (heard === 'no sound') throw fail('FILE_TYPE', { name: row.name })
  if (heard === 'too long') {
    const minutes = maxVoiceSeconds / 60
    throw invalid(
      'voices',
      `一段语音最长${minutes}分钟，请分成几段`,
      `A recording is at most ${minutes} minutes; make several of it`,
    )
  }
  await keepSound(app, row, heard.bytes)
  return Math.round(heard.seconds * 10) / 10
}
