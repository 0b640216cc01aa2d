import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { talk } from '../testing/talk.ts'

let school: School
let guild: { id: number }
let task: Task

beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db, { anonymous_allowed: true })
  task = await aTask(school.app.db, { guild_id: guild.id })
})
afterEach(() => school.close())
const { member, say, read } = talk(() => ({ school, guild, task }))

/** A photo with its author’s name in the file name and in the camera’s metadata. */
const aPhoto = async (owner_id: number) => {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#1450d9' } })
    .withExif({ IFD0: { Artist: 'Li Lei' } })
    .jpeg()
    .toBuffer()
  return aFile(school.app.db, { owner_id, name: '李雷.jpg' }, { files: school.app.files, bytes })
}
/** The response to a browser that loads the picture of a post, and the file name it would be saved under. */
const save = async (html: string, token: string, language = 'zh-CN') => {
  const url = /<img src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const { statusCode, headers, rawPayload } = await school.inject({
    method: 'GET',
    url,
    headers: { token, 'accept-language': language },
  })
  const name = decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(String(headers['content-disposition']))?.[1] ?? '')
  return { statusCode, name, headers: JSON.stringify(headers), bytes: rawPayload }
}

test('a picture in a post without a name tells nobody but its author and staff what its file is called', async () => {
  const [author, reader] = [await member(), await member()]
  const teacher = await aUser(school.app.db, { roles: ['teacher'] })
  await aMember(school.app.db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const { id } = await aPhoto(author.id)
  const own = await say(author, `这样对吗？![图片](/api/files/${id})`, { anonymous: true })
  const [post] = (await read(reader)).list
  expect(JSON.stringify(post)).not.toContain('李雷')

  const theirs = await school.signIn(reader)
  const saved = await save(post!.content_html, theirs)
  expect([saved.statusCode, saved.name]).toEqual([200, '图片.jpg'])
  expect((await save(post!.content_html, theirs, 'en-US')).name).toBe('picture.jpg')
  expect(decodeURIComponent(saved.headers)).not.toContain('李雷')
  expect((await sharp(saved.bytes).metadata()).exif).toBeUndefined()

  expect((await save(own.content_html, await school.signIn(author))).name).toBe('李雷.jpg')
  const who = { audience: 'admin', role: 'teacher' } as const
  const [seen] = (await school.as(teacher, who)(discussionsAdmin.list, { task_id: task.id })).list
  expect((await save(seen!.content_html, await school.signIn(teacher, who))).name).toBe('李雷.jpg')
})
