import type { HeapSpaceInfo } from 'node:v8'
import type { HeldTask } from '../messages.ts'

/** What the load needs to know of the school it is sent to. */
export type Prepared = {
  guild_id: number
  tokens: string[]
  held: HeldTask[]
  works: number[]
  posts: number[]
  admin: string
}

/** One sample of the server: bytes, except the counts at the end. null where the machine does not report a value. */
export type Sample = {
  /** Milliseconds since 1970. */
  at: number
  rss: number
  heapUsed: number
  heapTotal: number
  external: number
  arrayBuffers: number
  /** What the C allocator holds, by the map of the process: SQLite's pages, libuv, argon2, pictures. */
  native: number | null
  /** Files mapped into memory: the program, its libraries, SQLite's shared index. */
  mapped: number | null
  database: number
  fds: number | null
  connections: number
  rows: number
  spaces: Record<string, number>
}

/** `rest`: collects garbage, `shrink`: lets SQLite give its pages back; each before it looks. */
export type Ask = { what: 'sample' } | { what: 'rest' } | { what: 'shrink' } | { what: 'snapshot'; path: string }
export type Told = { prepared: Prepared } | { url: string } | { sample: Sample } | { problem: string }

export const spacesOf = (spaces: readonly HeapSpaceInfo[]): Record<string, number> =>
  Object.fromEntries(spaces.map(({ space_name, space_used_size }) => [space_name, space_used_size]))
