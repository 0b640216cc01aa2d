import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { asPostgresAdmin, withInstallation, sharedPostgres, type Installation } from './installation.ts'
import type { Row } from './table.ts'
import { tryFault, type Trial } from './trial.ts'

const nameOf = ({ url }: Installation): string => new URL(url ?? '').pathname.slice(1)

const killed = async () => {
  const postgres = await sharedPostgres()
  await postgres.kill()
  return postgres.begin
}

const paused = async () => {
  const postgres = await sharedPostgres()
  await postgres.pause()
  return postgres.resume
}

const readOnly = async (installation: Installation) => {
  const name = nameOf(installation)
  await asPostgresAdmin(
    `alter role ${name} set default_transaction_read_only = on`,
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${name}'`,
  )
  return () =>
    asPostgresAdmin(
      `alter role ${name} reset default_transaction_read_only`,
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${name}'`,
    )
}

/** As if others had taken every connection, also those the product had. */
const withoutConnections = async (installation: Installation) => {
  const name = nameOf(installation)
  await asPostgresAdmin(
    `alter role ${name} connection limit 0`,
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${name}'`,
  )
  return () => asPostgresAdmin(`alter role ${name} connection limit -1`)
}

/** Terminates the product's database connections every 150 ms. */
const terminated = async (installation: Installation) => {
  let isOver = false
  const terminating = (async () => {
    while (!isOver) {
      await asPostgresAdmin(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${nameOf(installation)}'`,
      )
      await sleep(150)
    }
  })()
  return async () => {
    isOver = true
    await terminating
  }
}

const lockedTables = async (installation: Installation) => {
  const client = new pg.Client({ connectionString: installation.url ?? '' })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin')
  await client.query('lock table enrolments in access exclusive mode')
  return () => client.end()
}

const lockedFile = async (installation: Installation) => {
  const file = new DatabaseSync(join(installation.dataDir, 'app.db'), { timeout: 5_000 })
  file.exec('begin immediate')
  return async () => {
    file.exec('rollback')
    file.close()
  }
}

const onPostgres: readonly Trial[] = [
  { fault: 'PostgreSQL killed and begun again', disturb: killed },
  { fault: 'PostgreSQL hangs', disturb: paused, brokenMs: 8_000 },
  { fault: 'PostgreSQL read-only', disturb: readOnly },
  { fault: 'PostgreSQL without free connections', disturb: withoutConnections },
  { fault: 'PostgreSQL ends connections all the time', disturb: terminated, isTold: false },
  { fault: 'PostgreSQL: a table locked by others', disturb: lockedTables, brokenMs: 7_000, isTold: false },
]

export const databaseFaults = async function* (rounds: number): AsyncGenerator<Row> {
  const locked: Trial = {
    fault: 'SQLite: write lock held by others',
    disturb: lockedFile,
    brokenMs: 7_000,
    isTold: false,
  }
  for (let round = 0; round < rounds; round += 1) {
    yield await withInstallation('SQLite', {}, (installation) => tryFault(installation, locked))
    for (const trial of onPostgres)
      yield await withInstallation('PostgreSQL', {}, (installation) => tryFault(installation, trial))
  }
}
