import { afterEach, beforeEach, expect, test } from 'vitest'
import { testApp, type School } from '../testing/test-app.ts'
import { loadSample } from './load.ts'
import { resetSample } from './reset.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const shown = { rankings: 'site', ranking_values: true, ranking_list: 'names' } as const
const settings = async () => {
  await school.app.changeSettings({})
  return school.app.settings()
}

test.each([
  { rankings: 'off', ranking_values: false, ranking_list: 'names', school_kind: 'adults' },
  { rankings: 'site', ranking_values: false, ranking_list: 'names', school_kind: 'adults' },
  { rankings: 'mine', ranking_values: false, ranking_list: 'own', school_kind: 'minors' },
] as const)(
  'a school whose rankings are $rankings has them public while the sample is there, and as it decided once that is removed',
  async (decided) => {
    await school.app.changeSettings(decided)
    await loadSample(school.app)
    expect(await settings()).toMatchObject(shown)
    await resetSample(school.app)
    expect(await settings()).toMatchObject(decided)
  },
)

test('a school that decides about its rankings while the sample is there keeps that when the sample is removed', async () => {
  await loadSample(school.app)
  await school.app.changeSettings({ rankings: 'off', ranking_values: false })
  await resetSample(school.app)
  expect(await settings()).toMatchObject({ rankings: 'off', ranking_values: false })
})

test('a school without a sample loses nothing when somebody removes one', async () => {
  await school.app.changeSettings({ rankings: 'off' })
  expect(await resetSample(school.app)).toBe(0)
  expect(await settings()).toMatchObject({ rankings: 'off' })
})
