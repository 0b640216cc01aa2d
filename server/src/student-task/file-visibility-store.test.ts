import { afterEach, beforeEach, expect, test } from 'vitest'
import { aBanner } from '../banners/factory.ts'
import { aUser } from '../accounts/factory.ts'
import { aPost } from '../discussions/factory.ts'
import { linkTo } from '../files/cards.ts'
import { aFile } from '../files/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import type { FileVariant } from '../storage/file-links.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import type { Task } from '../tasks/rules.ts'
import { testApp, type School } from '../testing/test-app.ts'

type Person = { id: number; token: string }
let school: School
let guild: { id: number }
let task: Task
let author: Person
let mate: Person
let teacher: Person
let stranger: Person

const aPerson = async (role: 'student' | 'teacher', isMember = true): Promise<Person> => {
  const { id } = await aUser(school.app.db, { roles: [role] })
  if (isMember) await aMember(school.app.db, { guild_id: guild.id, user_id: id, role })
  return { id, token: await school.signIn(id, role === 'teacher' ? { audience: 'admin', role } : {}) }
}

beforeEach(async () => {
  school = await testApp()
  const { db } = school.app
  guild = await aGuild(db)
  task = await aTask(db, { guild_id: guild.id, created_at: school.clock.now() })
  author = await aPerson('student')
  mate = await aPerson('student')
  teacher = await aPerson('teacher')
  stranger = await aPerson('student', false)
})
afterEach(() => school.close())

const aText = (owner: Person) =>
  aFile(
    school.app.db,
    { owner_id: owner.id, name: '作文.txt' },
    { files: school.app.files, bytes: Buffer.from('我的一天') },
  )
/** A link as it was handed out a moment ago, and what it opens now. */
const linkFor = (file: { id: number }, reader: Person, variant: FileVariant) => {
  const url = linkTo(school.app, file.id, variant, reader.id)
  return async () => {
    const { statusCode, body } = await school.inject({ url, headers: { token: reader.token } })
    return statusCode === 200 ? body : (JSON.parse(body) as { data: { reason: string } }).data.reason
  }
}
const leave = (person: Person) =>
  school.app.db.updateTable('guild_members').set({ status: 'removed' }).where('user_id', '=', person.id).execute()

const aWorkWith = async (file: Awaited<ReturnType<typeof aText>>) => {
  const { db } = school.app
  const row = await anEnrolment(db, task, { user_id: author.id, state: 'passed' })
  const files = [{ id: file.id, name: file.name, size: Number(file.size), sha256: file.sha256 }]
  return aSubmission(db, row, {
    files,
    status: 'released',
    share: 'guild',
    share_state: 'open',
    submitted_at: school.clock.now(),
  })
}

test('a student who was removed from a guild opens none of its files with the links of before', async () => {
  const { db } = school.app
  const [attached, posted] = [await aText(teacher), await aText(author)]
  await db.insertInto('task_files').values({ task_id: task.id, file_id: attached.id }).execute()
  const post = await aPost(db, task, { user_id: author.id })
  await db.insertInto('discussion_files').values({ discussion_id: post.id, file_id: posted.id }).execute()
  const work = await aText(author)
  await aWorkWith(work)
  const links = [linkFor(attached, mate, 'original'), linkFor(posted, mate, 'public'), linkFor(work, mate, 'public')]
  for (const open of links) expect(await open()).toBe('我的一天')
  await leave(mate)
  for (const open of links) expect(await open()).toBe('NOT_FOUND')
  expect(await linkFor(attached, stranger, 'original')()).toBe('NOT_FOUND')
  expect(await linkFor(work, author, 'original')()).toBe('我的一天')
})

test.each([
  ['hidden by staff', { hidden: true }],
  ['no longer shared', { share: 'none' }],
  ['waiting for staff to agree', { share_state: 'waiting' }],
  ['without its released result', { status: 'reviewed' }],
] as const)(
  'a work that is %s opens to no classmate any more, and to its author and teachers as before',
  async (_, change) => {
    const file = await aText(author)
    const work = await aWorkWith(file)
    const ofMate = linkFor(file, mate, 'public')
    expect(await ofMate()).toBe('我的一天')
    await school.app.db.updateTable('submissions').set(change).where('id', '=', work.id).execute()
    expect(await ofMate()).toBe('NOT_FOUND')
    expect(await linkFor(file, author, 'original')()).toBe('我的一天')
    expect(await linkFor(file, teacher, 'original')()).toBe('我的一天')
  },
)

test('a classmate who has more time opens no file of a work of the task before that is over', async () => {
  const file = await aText(author)
  await aWorkWith(file)
  const extended_until = school.clock.now() + 60_000
  await anEnrolment(school.app.db, task, { user_id: mate.id, extended_until })
  const ofMate = linkFor(file, mate, 'public')
  expect(await ofMate()).toBe('NOT_FOUND')
  school.clock.set(extended_until)
  expect(await ofMate()).toBe('我的一天')
})

test('a teacher who leads the guild no more gets neither drafts of tasks nor originals, only what all may see', async () => {
  const { db } = school.app
  const colleague = await aPerson('teacher')
  const [work, attached, cover] = [await aText(author), await aText(teacher), await aText(teacher)]
  await aWorkWith(work)
  const draft = await aTask(db, { guild_id: guild.id, status: 'draft', cover_file_id: cover.id })
  await db.insertInto('task_files').values({ task_id: draft.id, file_id: attached.id }).execute()
  const links = [
    linkFor(work, colleague, 'original'),
    linkFor(attached, colleague, 'original'),
    linkFor(cover, colleague, 'public'),
  ]
  for (const open of links) expect(await open()).toBe('我的一天')
  for (const file of [attached, cover]) expect(await linkFor(file, mate, 'public')()).toBe('NOT_FOUND')
  await leave(colleague)
  for (const open of links) expect(await open()).toBe('NOT_FOUND')
})

test('a post that was hidden keeps its picture from classmates', async () => {
  const { db } = school.app
  const file = await aText(author)
  const post = await aPost(db, task, { user_id: author.id })
  await db.insertInto('discussion_files').values({ discussion_id: post.id, file_id: file.id }).execute()
  const ofMate = linkFor(file, mate, 'public')
  expect(await ofMate()).toBe('我的一天')
  await db.updateTable('discussions').set({ hidden_at: 1 }).where('id', '=', post.id).execute()
  expect(await ofMate()).toBe('NOT_FOUND')
  expect(await linkFor(file, teacher, 'public')()).toBe('我的一天')
})

test('avatars and banners are for everybody, and whoever is disabled gets nothing', async () => {
  const { db } = school.app
  const [head, banner] = [await aText(author), await aText(teacher)]
  await db.updateTable('users').set({ avatar_file_id: head.id }).where('id', '=', author.id).execute()
  await aBanner(db, { image_file_id: banner.id })
  const links = [linkFor(head, stranger, 'public'), linkFor(banner, stranger, 'public')]
  for (const open of links) expect(await open()).toBe('我的一天')
  await db.updateTable('users').set({ status: 'disabled' }).where('id', '=', stranger.id).execute()
  for (const open of links) expect(await open()).toBe('NO_SESSION')
})
