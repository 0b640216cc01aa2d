import { connect } from '@tongchuang/ui/send.ts'
import { QueryClient } from '@tanstack/react-query'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { sentWith } from '@tongchuang/contract/testing/sample.ts'
import { expect, test } from 'vitest'
import { ledGuildsQuery } from './guilds.ts'

test('an administrator of a district can choose any of its guilds, also those past the first hundred', async () => {
  const school = Array.from({ length: 230 }, (_, at) => ({ id: at + 1, name: `${at + 1}班` }))
  const asked: unknown[] = []
  connect(async ({ input }) => {
    const { after = '0', limit = 20 } = sentWith(guildSettings.list, input)
    asked.push(input)
    const list = school.slice(Number(after), Number(after) + limit)
    const next = Number(after) + limit < school.length ? String(Number(after) + limit) : null
    return { code: 1, msg: '', time: 0, data: { list, total: school.length, page: 1, limit, next } }
  })
  const choices = await new QueryClient().fetchQuery(ledGuildsQuery)
  expect(choices.map(({ id }) => id)).toEqual(school.map(({ id }) => id))
  expect(asked[0]).toMatchObject({ status: 'active', leads: true })
})
