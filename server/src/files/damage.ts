import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { schoolHour } from '../db/time.ts'
import type { Bilingual } from '../http/language.ts'
import { isAbsent, isUnreadable, type FileStore } from '../storage/file-store.ts'
import type { Tell } from '../steps.ts'
import {
  countReady,
  damagedToCompare,
  filesToCompare,
  noteCompared,
  readyBehind,
  type Damage,
  type DamagedFile,
  type Expected,
} from './damage-store.ts'

const batch = 100
const oneHour = 3_600_000
// Limits of one run: the bytes read and the files checked; reading takes half of the time.
const most = { bytes: 4 * 2 ** 30, files: 20_000 }

/** Stored bytes as found; null where there are none. */
export type Found = { size: number; sha256: string } | null

/** What is wrong with stored bytes, compared with their row. */
export const damageOf = ({ size, sha256 }: Pick<Expected, 'size' | 'sha256'>, found: Found): Damage => {
  if (found === null) return 'missing'
  if (found.size !== Number(size)) return 'size'
  // Without a hash in the row, a change cannot be detected.
  return sha256 === '' || found.sha256 === sha256 ? '' : 'changed'
}

/** Compares the stored bytes of one file with its row; reads them only where their size is right. */
export const compare = async (files: FileStore, row: Expected): Promise<Damage> => {
  const stored = await files.look(row.upload_id)
  if (stored === null) return 'missing'
  if (stored.size !== Number(row.size)) return 'size'
  const hash = createHash('sha256')
  try {
    for await (const chunk of files.read(row.upload_id)) hash.update(chunk as Buffer)
  } catch (error) {
    if (isAbsent(error)) return 'missing'
    if (isUnreadable(error)) return 'changed'
    throw error
  }
  return damageOf(row, { size: stored.size, sha256: hash.digest('hex') })
}

type Stores = { db: Db; files: FileStore }

const compareAll = async (
  { db, files }: Stores,
  rows: readonly Expected[],
  now: number,
): Promise<(Expected & { damage: Damage })[]> => {
  const found: (Expected & { damage: Damage })[] = []
  for (const row of rows) {
    const began = performance.now()
    found.push({ ...row, damage: await compare(files, row) })
    await pause(performance.now() - began)
  }
  await noteCompared(db, found, now)
  return found
}

/** Compares files with their rows, those first that have waited longest, until the bounds of a run are reached. */
const compareSome = async (
  stores: Stores,
  { before, now }: { before: number; now: number },
  goOn: () => Promise<void>,
): Promise<void> => {
  await compareAll(stores, await damagedToCompare(stores.db, batch), now)
  let [bytes, looked] = [0, 0]
  while (bytes < most.bytes && looked < most.files) {
    const rows = await filesToCompare(stores.db, before, batch)
    if (rows.length === 0) return
    await goOn()
    await compareAll(stores, rows, now)
    looked += rows.length
    bytes += rows.reduce((sum, { size }) => sum + Number(size), 0)
  }
}

/** Compares every file now. Returns how many there are and how many of them are damaged. */
export const compareEvery = async (
  stores: Stores,
  now: number,
  tell?: Tell,
): Promise<{ total: number; damaged: number }> => {
  let [total, damaged] = [0, 0]
  const of = tell ? await countReady(stores.db) : null
  for (
    let rows = await readyBehind(stores.db, 0, batch);
    rows.length > 0;
    rows = await readyBehind(stores.db, rows.at(-1)!.id, batch)
  ) {
    tell?.({ what: 'compared', done: total, of })
    const found = await compareAll(stores, rows, now)
    total += found.length
    damaged += found.filter(({ damage }) => damage !== '').length
  }
  return { total, damaged }
}

/**
 * Compares each file once a night; by day only files that have waited for three days, for machines that are off at
 * night.
 */
export const registerCompareJob = (app: App): void => {
  app.jobs.every('files.compare', 3600, async (now, turn) => {
    const { timezone } = await app.settings()
    const isNight = schoolHour(now, timezone) < 6
    await compareSome(app, { before: now - (isNight ? 20 : 72) * oneHour, now }, turn.check)
  })
}

const words: Record<DamagedFile['damage'], Bilingual> = {
  missing: { zh: '不见了', en: 'missing' },
  size: { zh: '大小不对', en: 'wrong size' },
  changed: { zh: '内容变了', en: 'content changed' },
}

/** The damage of a file in words, for whoever runs the server. */
export const saidOfDamage = (damage: DamagedFile['damage']): Bilingual => words[damage]
