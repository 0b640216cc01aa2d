import { discussions } from '@tongchuang/contract/discussions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let task: { id: number }
let guild: { id: number }

beforeEach(async () => {
  school = await testApp({ threads: { deadlineMs: { renderText: 1 } } })
  guild = await aGuild(school.app.db)
  task = await aTask(school.app.db, { guild_id: guild.id })
})
afterEach(() => school.close())

const member = async (nickname: string) => {
  const person = await aUser(school.app.db, { nickname })
  const { id: member_id } = await aMember(school.app.db, { guild_id: guild.id, user_id: person.id })
  return { ...person, member_id }
}
const stored = () =>
  school.app.db
    .selectFrom('discussions')
    .select(['content', 'content_html', 'render_pending'])
    .executeTakeFirstOrThrow()
const filesShown = async () =>
  (await school.app.db.selectFrom('discussion_files').select('file_id').execute()).map(({ file_id }) => file_id)

test('a post that takes too long stands as it was typed, and later calls whom it names and shows its author’s pictures alone', async () => {
  const { db } = school.app
  const [writer, named] = [await member('林雨桐'), await member('周予安')]
  const own = await aFile(db, { owner_id: writer.id, name: '图.png', kind: 'image', mime: 'image/png' })
  const foreign = await aFile(db, { owner_id: named.id, name: '别人.png', kind: 'image', mime: 'image/png' })
  const content = `@周予安 **请看** ![图](/api/files/${own.id}) ![别人](/api/files/${foreign.id})\n\n${'`a` *b* '.repeat(200)}`
  const post = await school.as(writer)(discussions.create, { task_id: task.id, content, mentions: [named.member_id] })
  expect(post.content_html).toContain('@周予安 **请看**')
  expect(await stored()).toMatchObject({ content, render_pending: 3 })
  expect(await filesShown()).toEqual([own.id])
  await school.app.jobs.run('discussions.render')
  const later = await stored()
  expect(later).toMatchObject({ content, render_pending: 0 })
  expect(later.content_html).toContain('<b>@周予安</b> <strong>请看</strong>')
  expect(later.content_html).toContain(`<img src="/api/files/${own.id}"`)
  expect(later.content_html).not.toContain(`/api/files/${foreign.id}`)
  expect(await filesShown()).toEqual([own.id])
})
