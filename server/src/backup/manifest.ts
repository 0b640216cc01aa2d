import { createHash, type Hash } from 'node:crypto'

// Backups had them as rows before `had_letters`.
const letterTables: ReadonlySet<string> = new Set(['mail_outbox', 'notice_letters'])

/** The description of a backup: the last entry of the archive, written when everything else is known. */
export type Manifest = {
  /** The version of the manifest format. */
  format: 1
  /** The version of the product that wrote it. */
  version: string
  /** ISO-8601. */
  created_at: string
  site_name: string
  dialect: 'sqlite' | 'postgres'
  /** The migrations already applied to the tables, in order. */
  migrations: readonly string[]
  tables: readonly ManifestTable[]
  files: readonly ManifestFile[]
  /** Files missing from the store or different from their rows; absent in older backups, which did not check. */
  damaged?: readonly ManifestDamage[]
  /** Whether letters waited to be sent, which are not in it; absent in older backups, which did not look. */
  had_letters?: boolean
  /** Whether the secret of the installation is included: without it second factors and links must be created again. */
  has_secret: boolean
}

/** `sha256` over the lines of its entry, hexadecimal: one JSON array a row, in the order of the key. */
export type ManifestTable = { name: string; columns: readonly string[]; rows: number; sha256: string }

/** Stored bytes by the key of the file store. */
export type ManifestFile = { key: string; size: number; sha256: string }

/** A file as people know it, and what was wrong with its bytes. */
export type ManifestDamage = { key: string; name: string; damage: 'missing' | 'size' | 'changed' }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string'
const isListOf = (value: unknown, isOne: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne)

/** Whether the manifest has a newer format than this version knows. */
export const isNewer = (value: unknown): boolean =>
  isObject(value) && typeof value.format === 'number' && value.format > 1 && isListOf(value.migrations, isText)

/** Whether a file named as a manifest is one of this product: any zip may contain one. */
export const isManifest = (value: unknown): value is Manifest =>
  isObject(value) &&
  value.format === 1 &&
  [value.version, value.created_at, value.site_name].every(isText) &&
  !Number.isNaN(Date.parse(String(value.created_at))) &&
  isListOf(value.migrations, isText) &&
  isListOf(
    value.tables,
    (one) => isObject(one) && [one.name, one.sha256].every(isText) && isListOf(one.columns, isText),
  ) &&
  isListOf(value.files, (one) => isObject(one) && [one.key, one.sha256].every(isText)) &&
  (value.had_letters === undefined || typeof value.had_letters === 'boolean') &&
  (value.damaged === undefined ||
    isListOf(value.damaged, (one) => isObject(one) && [one.key, one.name, one.damage].every(isText)))

/** Whether letters that waited when the backup was made are left out by a restore; true also where nobody looked. */
export const leavesLetters = ({ had_letters, tables }: Pick<Manifest, 'had_letters' | 'tables'>): boolean => {
  const rows = tables.filter(({ name }) => letterTables.has(name)).map((table) => table.rows)
  return had_letters ?? (rows.length === 0 || rows.some((count) => count > 0))
}

/** The entries of the archive. */
export const manifestEntry = 'manifest.json'
export const secretEntry = 'secret'
export const tableEntry = (name: string): string => `tables/${name}.jsonl`
export const fileEntry = (key: string): string => `files/${key}`

/** Counts and hashes what flows through. */
export const tally = (): { take: (chunk: Buffer) => Buffer; result: () => { size: number; sha256: string } } => {
  const hash: Hash = createHash('sha256')
  let size = 0
  return {
    take: (chunk) => {
      hash.update(chunk)
      size += chunk.length
      return chunk
    },
    result: () => ({ size, sha256: hash.digest('hex') }),
  }
}
