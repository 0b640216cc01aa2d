import { tasks } from '@tongchuang/contract/tasks.ts'
import { works } from '@tongchuang/contract/works.ts'
import type { School } from '../start-school.ts'

/** Every page a student can be on, with something on it. */
export const studentAddresses = async (school: School): Promise<string[]> => {
  const send = await school.asStudent('student')
  const { list } = await send(tasks.listByGuild, { state: 'doing', limit: 1 })
  const [doing] = list
  const [work] = (await send(works.list, { sort: 'new', limit: 1 })).list
  const mine = (await send(works.list, { featured: true, limit: 100 })).list.find(({ mine }) => mine)
  if (!doing || !work) throw new Error('the sample school has neither a task under way nor a work')
  return [
    '/square/index',
    '/dashboard/workplace',
    '/works/index',
    `/works/index?work=${work.id}`,
    `/works/index?certificate=${mine?.id}`,
    `/works/index?anthology=${work.guild_id}`,
    '/tradeunion/index',
    `/square/guild_details/${doing.guild_id}/-/all`,
    `/square/task_detail/${doing.guild_id}?task=${doing.id}`,
    `/square/task_detail/submit/${doing.guild_id}?task=${doing.id}`,
    '/square/rankings',
    '/square/rankings?list=workhard',
    `/square/search?q=${encodeURIComponent('食堂')}`,
    ...['', '?tab=submitted', '?tab=returned', '?tab=reviewed', '?tab=ledger', '?tab=booklet', '?tab=settings'].map(
      (tab) => `/square/mycenter${tab}`,
    ),
  ]
}
