import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

// The unit of process times on all supported Linux machines: hundredths of a second.
const TICK_US = 10_000

type Times = { parent: number; own: number; ended: number }

/** The CPU time of a process and of its ended children; null where it is gone. */
const timesOf = (pid: number | string): Times | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may hold blanks.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { parent: fields[1] ?? 0, own: user + system, ended: endedUser + endedSystem }
  } catch {
    return null
  }
}

/** How to ask what a PostgreSQL on this machine has taken of the processor so far, in microseconds; null elsewhere. */
export const postgresCpu = async (url: string): Promise<() => number | null> => {
  if (process.platform !== 'linux') return () => null
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(`select pg_backend_pid() as pid`)
  const postmaster = timesOf(rows[0]?.pid ?? 0)?.parent ?? 0
  await client.end()
  const first = timesOf(postmaster)
  if (postmaster <= 1 || first === null) return () => null
  return () => {
    const parent = timesOf(postmaster)
    if (parent === null) return null
    const living = readdirSync('/proc').flatMap((name) => {
      const times = /^\d+$/.test(name) ? timesOf(name) : null
      return times?.parent === postmaster ? [times.own] : []
    })
    return (parent.own + parent.ended + living.reduce((all, one) => all + one, 0)) * TICK_US
  }
}
