import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/test-database.ts'
import { migrate, readMigrations } from './migrate.ts'

test('after an upgrade only identities linked on the admin site open it, and other sessions there are ended', async () => {
  const [database, dataDir] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'tongchuang-links-'))]
  const all = await readMigrations()
  const { db } = database
  const run = (text: string) => sql.raw(text).execute(db)
  try {
    await migrate(database, { dataDir, migrations: all.filter(({ name }) => name < '0095') })
    await run(`insert into login_providers (id, kind, name, enabled, address, sign_in_address, client_id, agent_id, secret, scopes,
      number_claim, number_trusted, name_claim, accepted_acr, makes_accounts, is_silent, created_at)
      values (1, 'cas', 'p', true, '', '', '', '', '', '', '', false, '', '[]', false, false, 1)`)
    const people = ['by_password', 'matched', 'linked_there', 'linked_as_student']
    for (const [at, name] of people.entries()) {
      await run(`insert into users (id, username, username_key, nickname, password_hash, created_at)
        values (${at + 1}, '${name}', '${name}', '${name}', 'x', 1)`)
      if (at > 0)
        await run(`insert into identities (user_id, provider_id, subject, label, how, linked_at)
          values (${at + 1}, 1, 's${at}', '', '${name === 'matched' ? 'matched' : 'owner'}', ${at * 100})`)
      for (const site of ['admin', 'student'])
        await run(`insert into sessions (token_hash, user_id, audience, role, created_at, expires_at, provider_id)
          values ('${site}${at}', ${at + 1}, '${site}', ${site === 'admin' ? `'teacher'` : 'null'}, 1, 9, ${at > 0 ? 1 : 'null'})`)
    }
    for (const [user, call, at] of [
      [3, '/api/admin/me/finish_link', 200],
      [4, '/api/admin/me/finish_link', 999],
      [4, '/api/user/identity_finish', 300],
    ])
      await run(`insert into audit_entries (user_id, role, call, input, outcome, address, at)
        values (${user}, 'teacher', '${call}', '{}', 'DONE', '', ${at})`)
    await migrate(database, { dataDir, migrations: all })
    const links = await sql<{ id: number }>`select user_id as id from identities where for_staff`.execute(db)
    expect(links.rows).toEqual([{ id: 3 }])
    const may = await sql<{
      id: number
    }>`select distinct user_id as id from sessions where for_staff order by 1`.execute(db)
    expect(may.rows).toEqual([{ id: 1 }, { id: 3 }])
    const over = await sql<{
      hash: string
    }>`select token_hash as hash from sessions where ended_at is not null order by 1`
    expect((await over.execute(db)).rows).toEqual([{ hash: 'admin1' }, { hash: 'admin3' }])
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
