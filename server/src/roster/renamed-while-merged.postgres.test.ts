import { classNames } from '@tongchuang/contract/class-names.admin.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { meeting } from '../testing/meeting.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('two accounts that are made one while their class gets its new name, and its guild goes to the archive, are one', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const [from, into] = [
    await aUser(db, { organization_name: '初一1班' }),
    await aUser(db, { organization_name: '初二1班' }),
  ]
  await aMember(db, { guild_id: guild.id, user_id: from.id })
  const admin = school.as(await aUser(db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
  const changes = [{ from: '初一1班', to: '初二1班', students: 1 }]
  const reasons = await meeting(
    db,
    (holder) => holder.selectFrom('guilds').select('id').where('id', '=', guild.id).forUpdate().execute(),
    [
      () => admin(peopleAdmin.merge, { from_id: from.id, into_id: into.id }),
      () => admin(classNames.rename, { changes, archive: [guild.id] }),
    ],
  )
  expect(reasons).toEqual(['done', 'done'])
  const people = await db
    .selectFrom('users')
    .select(['id', 'organization_name'])
    .where('student_no', 'is', null)
    .execute()
  expect(people).toContainEqual({ id: into.id, organization_name: '初二1班' })
  expect(people.map(({ id }) => id)).not.toContain(from.id)
})
