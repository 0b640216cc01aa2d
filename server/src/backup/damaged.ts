import { damageOf, saidOfDamage } from '../files/damage.ts'
import { readyBehind } from '../files/damage-store.ts'
import type { Database } from '../db/open.ts'
import type { Bilingual } from '../http/language.ts'
import type { FileStore } from '../storage/file-store.ts'
import type { ManifestDamage, ManifestFile } from './manifest.ts'
import type { Archive } from './read-archive.ts'

const batch = 500
const NAMED = 20

/** The files whose bytes in the backup differ from their rows, and those whose bytes were missing. */
export const damagedAmong = async (
  { database: { db }, files }: { database: Database; files: FileStore },
  packed: readonly ManifestFile[],
): Promise<ManifestDamage[]> => {
  const found = new Map(packed.map((file) => [file.key, file]))
  const damaged: ManifestDamage[] = []
  for (
    let rows = await readyBehind(db, 0, batch);
    rows.length > 0;
    rows = await readyBehind(db, rows.at(-1)!.id, batch)
  )
    for (const row of rows) {
      // A file that is in the store but not in the backup was uploaded during packing.
      const isNew = !found.has(row.upload_id) && (await files.look(row.upload_id)) !== null
      const damage = isNew ? '' : damageOf(row, found.get(row.upload_id) ?? null)
      if (damage !== '') damaged.push({ key: row.upload_id, name: row.name, damage })
    }
  return damaged
}

/**
 * The files in a backup whose bytes differ from their rows in it. Missing files are those noted when it was made: a
 * file may have been removed, legitimately, between reading its row and its bytes.
 */
export const damagedIn = async (archive: Archive): Promise<ManifestDamage[]> => {
  const { files, tables, damaged } = archive.manifest
  const columns = tables.find(({ name }) => name === 'files')?.columns ?? []
  const at = (column: string) => columns.indexOf(column)
  const [key, name, size, sha256, status] = [at('upload_id'), at('name'), at('size'), at('sha256'), at('status')]
  const packed = new Map(files.map((file) => [file.key, file]))
  const wrong: ManifestDamage[] = damaged?.filter(({ damage }) => damage === 'missing') ?? []
  if (columns.length === 0) return wrong
  for await (const rows of archive.rows('files'))
    for (const row of rows.filter((one) => one[status] === 'ready')) {
      const found = packed.get(String(row[key])) ?? null
      const damage = damageOf({ size: Number(row[size]), sha256: String(row[sha256]) }, found)
      if (damage !== '' && (found !== null || damaged === undefined))
        wrong.push({ key: String(row[key]), name: String(row[name]), damage })
    }
  return wrong
}

/** Messages that describe the first damaged files, and how many there are in all. */
export const saidOfDamaged = (damaged: readonly ManifestDamage[]): Bilingual[] => {
  if (damaged.length === 0) return []
  const said = damaged.slice(0, NAMED).map(({ key, name, damage }) => {
    const { zh, en } = saidOfDamage(damage)
    return { zh: `文件「${name}」（${key}）${zh}`, en: `file “${name}” (${key}): ${en}` }
  })
  const more = damaged.length - said.length
  return [
    {
      zh: `备份时已有${damaged.length}个文件缺失或损坏`,
      en: `files missing or damaged when the backup was made: ${damaged.length}`,
    },
    ...said,
    ...(more > 0 ? [{ zh: `还有${more}个`, en: `and ${more} more` }] : []),
  ]
}
