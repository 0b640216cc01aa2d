import { profile } from '@tongchuang/contract/profile.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

test('an introduction that a student has saved in another window is not replaced by an older page, which is told', async () => {
  const send = school.as(await aUser(school.app.db, { introduction: '爱看云' }))
  await send(profile.update, { introduction: '爱看雨', introduction_was: '爱看云' })
  await expect(
    send(profile.update, { nickname: '小满', introduction: '爱看雪', introduction_was: '爱看云' }),
  ).rejects.toMatchObject({ reason: 'CHANGED' })
  expect(await send(profile.get)).toMatchObject({ introduction: '爱看雨' })
  expect((await send(profile.get)).nickname).not.toBe('小满')
  // Sent again because its answer was lost.
  const again = { introduction: '爱看雨', introduction_was: '爱看云' }
  expect(await send(profile.update, again)).toMatchObject({ introduction: '爱看雨' })
  expect(await send(profile.update, { introduction: '爱看雪', introduction_was: '爱看雨' })).toMatchObject({
    introduction: '爱看雪',
  })
})
