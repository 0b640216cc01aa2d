import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { guildKeptFor } from './used-guild-store.ts'

/**
 * What is deleted with a guild made by a list: rows that are no act of a user there, or that only exist beside
 * something that keeps the guild.
 */
const goesAlong: Readonly<Record<string, readonly string[]>> = {
  'what is told to people, and how much they want to hear': ['messages', 'quiet_guilds'],
  'beside a task': ['enrolments', 'submissions', 'submission_notes', 'note_threads', 'work_picks'],
  'beside a task or a discussion': ['reports'],
  'beside a membership': ['assistant_feedback'],
  'of a list on its way: it finds the guild gone, and makes it': ['roster_guilds'],
}

test('of every table that names guilds it is said whether a guild of a list is kept for it', async () => {
  const school = await testApp()
  try {
    const { rows } = await sql<{ name: string }>`
      select t.name || '.' || f."from" as name from pragma_table_list as t join pragma_foreign_key_list(t.name) as f
      where t.schema = 'main' and f."table" = 'guilds'`.execute(school.app.db)
    const said = [...guildKeptFor.map(({ table }) => table), ...Object.values(goesAlong).flat()]
    expect(rows.map(({ name }) => name).toSorted()).toEqual(said.map((table) => `${table}.guild_id`).toSorted())
  } finally {
    await school.close()
  }
})
