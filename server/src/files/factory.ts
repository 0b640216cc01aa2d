import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import type { Db, Schema } from '../db/schema.ts'
import type { FileStore } from '../storage/file-store.ts'
import { headLength, isCleanable, typeOf } from './kind-rules.ts'
import { newFileKey } from './keys.ts'
import type { FileRow } from './store.ts'

/** A finished file, with its bytes where a file store is given. */
export const aFile = async (
  db: Db,
  given: { owner_id: number } & Partial<Insertable<Schema['files']>>,
  stored?: { files: FileStore; bytes: Buffer },
): Promise<FileRow> => {
  const bytes = stored?.bytes ?? Buffer.from('一份文件')
  const name = given.name ?? '作业.txt'
  const { kind, mime } = typeOf(name, bytes.subarray(0, headLength)) ?? {
    kind: 'other' as const,
    mime: 'application/octet-stream',
  }
  const created_at = given.created_at ?? Date.now()
  const row = await db
    .insertInto('files')
    .values({
      name,
      kind,
      mime,
      size: bytes.length,
      purpose: 'submission',
      status: 'ready',
      upload_id: newFileKey(),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      pictures: stored && (kind === 'image' || isCleanable(mime)) ? 'waiting' : 'none',
      finished_at: created_at,
      ...given,
      created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (stored) {
    const path = join(tmpdir(), `tongchuang-file-${randomBytes(8).toString('hex')}`)
    await writeFile(path, bytes)
    await stored.files.keep(row.upload_id, path)
  }
  return row
}
