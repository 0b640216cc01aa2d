import type { App, Sample } from '../app-services.ts'
import { updateRankings } from '../rankings/projection-job.ts'
import { hasSample } from './has-sample.ts'
import type { HowToLoad } from './load.ts'
import { staff, students } from './people.ts'

/**
 * Loads the sample school with its rankings where it does not exist yet; returns whether it did. Its texts and their
 * renderer are imported only here, so that no other start loads them.
 */
export const loadedNow = async (app: App, password?: string, how: HowToLoad = {}): Promise<boolean> => {
  if (await hasSample(app.db)) return false
  const { loadSample } = await import('./load.ts')
  if (!(await loadSample(app, password, how))) return false
  await updateRankings(app)
  return true
}

/**
 * The sample school for a school that has just been set up: without the sample administrator, and with an unpublished
 * password.
 */
export const sample: Sample = {
  usernames: [...staff, ...students].map(({ username }) => username.toLowerCase()),
  load: async (app, password, first) => {
    if (!(await loadedNow(app, password, { admin: false, first }))) return []
    const [student] = students
    const people = staff
      .filter(({ role }) => role !== 'admin')
      .map(({ username, nickname, role }) => ({ username, nickname, role }))
    return student ? [...people, { username: student.username, nickname: student.nickname, role: 'student' }] : people
  },
}
