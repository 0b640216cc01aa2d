import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** Reads a database directly, without the product's code; all reads within one `look` see the same snapshot. */
export type Reader = {
  look: <T>(work: (rows: Rows) => Promise<T>) => Promise<T>
  /** Changes rows directly, to test that the checker notices. */
  change: (sql: string) => Promise<void>
}
export type Rows = <R extends object>(sql: string) => Promise<R[]>

const sqliteReader = (path: string): Reader => ({
  look: async (work) => {
    const file = new DatabaseSync(path, { timeout: 5_000 })
    try {
      file.exec('begin')
      return await work(async <R extends object>(sql: string) => file.prepare(sql).all() as R[])
    } finally {
      file.close()
    }
  },
  change: async (sql) => {
    const file = new DatabaseSync(path, { timeout: 5_000, enableForeignKeyConstraints: false })
    file.exec(sql)
    file.close()
  },
})

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    // Booleans are read as 0 and 1, as in SQLite.
    if (oid === pg.types.builtins.BOOL) return (text: string) => (text === 't' ? 1 : 0)
    return pg.types.getTypeParser(oid, format)
  },
}

const postgresReader = (url: string): Reader => {
  const connected = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url, types: types as pg.ClientConfig['types'] })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  return {
    look: (work) =>
      connected(async (client) => {
        await client.query('begin isolation level repeatable read read only')
        return work(async <R extends object>(sql: string) => (await client.query<R>(sql)).rows)
      }),
    change: (sql) => connected(async (client) => void (await client.query(sql))),
  }
}

export const openReader = ({ url, dataDir }: { url: string | null; dataDir: string }): Reader =>
  url === null ? sqliteReader(join(dataDir, 'app.db')) : postgresReader(url)
