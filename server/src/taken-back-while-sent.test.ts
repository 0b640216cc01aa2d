import { accounts } from '@tongchuang/contract/accounts.ts'
import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from './accounts/factory.ts'
import { linkTo } from './files/cards.ts'
import { aFile } from './files/factory.ts'
import { aGuild, aMember } from './guilds/factory.ts'
import { portOf } from './http/port-of.ts'
import { aSubmission } from './submissions/factory.ts'
import { anEnrolment, aTask } from './tasks/factory.ts'
import { testApp, type School } from './testing/test-app.ts'

// A download is authorized when it begins. Somebody who reads it slowly must not keep it, nor what is written into it
// later, once their right is taken back.

let school: School
let people: Record<'teacher' | 'lin' | 'admin', { id: number }>
let guild: { id: number }
let film: { id: number }
// More than the sockets of both ends hold.
const bytes = 32 * 2 ** 20

beforeEach(async () => {
  school = await testApp()
  const { db, files } = school.app
  const [teacher, lin, admin] = [
    await aUser(db, { roles: ['teacher'] }),
    await aUser(db, { student_no: '20260102' }),
    await aUser(db, { roles: ['admin'] }),
  ]
  people = { teacher, lin, admin }
  guild = await aGuild(db)
  for (const { id: user_id } of [teacher, await aUser(db, { roles: ['teacher'] })])
    await aMember(db, { guild_id: guild.id, user_id, role: 'teacher' })
  await aMember(db, { guild_id: guild.id, user_id: lin.id })
  film = await aFile(db, { owner_id: lin.id, name: '影片.zip' }, { files, bytes: randomBytes(bytes) })
  const task = await aTask(db, { guild_id: guild.id })
  const work = await aSubmission(db, await anEnrolment(db, task, { user_id: lin.id, state: 'submitted' }))
  await db
    .insertInto('submission_files')
    .values({ submission_id: work.id, file_id: film.id, name: '影片.zip', size: bytes, sha256: '', sort_order: 0 })
    .execute()
  await school.app.http.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  school.app.http.server.closeAllConnections()
  await school.close()
})

/** Begins a download and reads only its beginning. */
const begin = async (path: string, cookie: string): Promise<IncomingMessage> => {
  const [answer] = (await once(
    get({ port: portOf(school.app.http.server), path, headers: { cookie }, agent: false }),
    'response',
  )) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  return answer
}

/** What arrives of the rest: all of it, or the connection ends before. */
const rest = async (answer: IncomingMessage): Promise<'all' | 'cut off'> => {
  try {
    for await (const piece of answer) void piece
    return 'all'
  } catch {
    return 'cut off'
  }
}

const open = () => new Promise<number>((tell) => school.app.http.server.getConnections((_error, count) => tell(count)))

const works = async () => {
  const token = await school.signIn(people.teacher, { audience: 'admin', role: 'teacher' })
  const { url } = await school.with(token)(gradesAdmin.exportWorks, { guild_id: guild.id })
  return begin(url, `admin_token=${token}`)
}

test('a teacher who is dismissed while she takes the works of a guild along gets no more of them', async () => {
  const answer = await works()
  await school.as(people.admin, { audience: 'admin', role: 'admin' })(guildPeople.removeStaff, {
    guild_id: guild.id,
    user_id: people.teacher.id,
  })
  await expect.poll(open).toBe(0)
  expect(await rest(answer)).toBe('cut off')
})

test('a student who logs out while a file is on its way gets no more of it', async () => {
  const token = await school.signIn(people.lin)
  const answer = await begin(linkTo(school.app, film.id, 'original', people.lin.id), `token=${token}`)
  await school.with(token)(accounts.logout)
  await expect.poll(open).toBe(0)
  expect(await rest(answer)).toBe('cut off')
})

test('a file of a student who was removed goes no further to a teacher who leads the guild no more', async () => {
  const token = await school.signIn(people.teacher, { audience: 'admin', role: 'teacher' })
  const answer = await begin(linkTo(school.app, film.id, 'original', people.teacher.id), `admin_token=${token}`)
  await school.app.db.deleteFrom('guild_members').where('user_id', '=', people.teacher.id).execute()
  await expect.poll(open).toBe(0)
  expect(await rest(answer)).toBe('cut off')
})

test('whoever may have it still gets all of it', async () => {
  expect(await rest(await works())).toBe('all')
})
