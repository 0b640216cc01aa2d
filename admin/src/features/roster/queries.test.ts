import { connect } from '@tongchuang/ui/send.ts'
import { QueryClient } from '@tanstack/react-query'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { sentWith } from '@tongchuang/contract/testing/sample.ts'
import { expect, test } from 'vitest'
import { leadersQuery } from './queries.ts'

test('an administrator can put any teacher of a big school in charge of a guild that a list makes', async () => {
  const staff = Array.from({ length: 250 }, (_, at) => ({
    ...{ id: at + 1, nickname: `老师${at + 1}`, roles: [at % 2 === 0 ? 'assistant' : 'teacher'] },
  }))
  connect(async ({ input }) => {
    const { role, after = '0', limit = 20 } = sentWith(staffAdmin.list, input)
    const all = staff.filter(({ roles }) => role === undefined || roles.includes(role))
    const next = Number(after) + limit < all.length ? String(Number(after) + limit) : null
    const list = all.slice(Number(after), Number(after) + limit)
    return { code: 1, msg: '', time: 0, data: { list, total: all.length, page: 1, limit, next } }
  })
  const leaders = await new QueryClient().fetchQuery(leadersQuery)
  expect(leaders.map(({ id }) => id)).toEqual(staff.filter((_, at) => at % 2 === 1).map(({ id }) => id))
})
