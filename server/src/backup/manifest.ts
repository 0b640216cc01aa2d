import { createHash, type Hash } from 'node:crypto'

/** What a backup says about itself: the last entry of the archive, so that all of it is known. */
export type Manifest = {
  /** Of this file's form. */
  format: 1
  /** The product that wrote it. */
  version: string
  /** ISO-8601. */
  created_at: string
  site_name: string
  dialect: 'sqlite' | 'postgres'
  /** The migrations the tables are at, in order. */
  migrations: readonly string[]
  tables: readonly ManifestTable[]
  files: readonly ManifestFile[]
  /** Files of which the store no longer had what their rows say; absent in older backups, which did not look. */
  damaged?: readonly ManifestDamage[]
  /** Whether the secret of the installation came along: without it second factors and links are made anew. */
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

/** Of a form that is not known yet. */
export const isNewer = (value: unknown): boolean =>
  isObject(value) && typeof value.format === 'number' && value.format > 1 && isListOf(value.migrations, isText)

/** Whether a file that calls itself a manifest is one of ours: any zip may have one. */
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
  (value.damaged === undefined ||
    isListOf(value.damaged, (one) => isObject(one) && [one.key, one.name, one.damage].every(isText)))

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
