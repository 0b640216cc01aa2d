// @vitest-environment happy-dom
import { profile as calls } from '@tongchuang/contract/profile.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { textFieldOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { aProfile } from '@tongchuang/ui/testing/profile.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { ProfileForm } from './profile-form.tsx'

const mine = aProfile({
  id: 5,
  user_id: 5,
  nickname: '小满',
  gender: 0,
  locationName: '',
  personalWebsite: '',
  introduction: '爱看云',
  avatar: '',
})

let there = mine
let sent: unknown[] = []

beforeAll(() => Promise.all([loadTexts('inside'), loadTexts('myCenter')]))
beforeEach(() => {
  localStorage.clear()
  there = mine
  sent = []
  connect(async ({ path, input }) => {
    if (path === calls.update.path) {
      sent.push(input)
      const { introduction_was: was } = input as { introduction_was?: string }
      if (was !== undefined && was !== there.introduction)
        return { code: 0, msg: '没有保存', time: 0, data: { reason: 'CHANGED' } }
      there = { ...there, ...input }
    }
    return { code: 1, msg: '', time: 0, data: there }
  })
})

const openForm = async (me = mine) => {
  const page = await openPage(
    <ProfileContext value={me}>
      <ProfileForm />
    </ProfileContext>,
  )
  const field = (name: string) => textFieldOf(page.all(`[name=${name}]`)[0])
  const save = () => page.doing(() => field('nickname').form?.requestSubmit())
  return { page, field, save }
}

test('a student who saves an introduction keeps the nickname that was changed on another device meanwhile', async () => {
  const { page, field, save } = await openForm()
  there = { ...there, nickname: '在手机上改的' }
  await page.write(field('introduction'), '也爱看雨')
  await save()
  expect(sent).toEqual([{ introduction: '也爱看雨', introduction_was: '爱看云' }])
  expect(field('nickname').value).toBe('在手机上改的')
  await page.write(field('location'), '东校区')
  await save()
  expect(sent[1]).toEqual({ locationName: '东校区' })
  expect(there).toMatchObject({ nickname: '在手机上改的', introduction: '也爱看雨', locationName: '东校区' })
  await page.close()
})

test('a student who saves without having changed anything is told that it is saved', async () => {
  const { page, save } = await openForm()
  await save()
  expect(sent).toEqual([{}])
  expect(page.all('output').some(({ textContent }) => textContent.includes('已保存'))).toBe(true)
  await page.close()
})

test('a student whose introduction was changed in another window is told, loses nothing typed, and decides', async () => {
  const { page, field, save } = await openForm()
  there = { ...there, introduction: '在手机上写的' }
  await page.write(field('introduction'), '也爱看雨')
  await save()
  expect(there.introduction).toBe('在手机上写的')
  expect(field('introduction').value).toBe('也爱看雨')
  expect(page.all('p').some(({ textContent }) => textContent.includes('在手机上写的'))).toBe(true)
  await save()
  expect(there.introduction).toBe('也爱看雨')
  await page.close()
})

test('a student who comes back to an unsaved introduction is told that it was changed elsewhere since', async () => {
  const first = await openForm()
  await first.page.write(first.field('introduction'), '也爱看雨')
  await first.page.close()
  there = { ...there, introduction: '在手机上写的' }
  const { page, field, save } = await openForm(there)
  const said = () => page.all('p').some(({ textContent }) => textContent.includes('在手机上写的'))
  expect(field('introduction').value).toBe('也爱看雨')
  expect(said()).toBe(true)
  expect(document.activeElement).not.toBe(field('introduction'))
  await save()
  expect(there.introduction).toBe('也爱看雨')
  await page.close()
})

test('a student who comes back to an unsaved introduction that nobody has changed reads nothing of it', async () => {
  const first = await openForm()
  await first.page.write(first.field('introduction'), '也爱看雨')
  await first.page.close()
  const { page, field } = await openForm()
  expect(field('introduction').value).toBe('也爱看雨')
  expect(page.all('[aria-invalid=true]')).toEqual([])
  await page.close()
})
