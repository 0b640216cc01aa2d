import { beginTry } from '../../accounts/password-tries.ts'
import { firstBell } from '../test-app.ts'
import type { MatrixSchool } from './school.ts'
import { givePasswords } from './states.log-in.ts'

/** Tries passwords of the teacher, one from each address. */
const tryPasswords = async (
  { school, people }: MatrixSchool,
  addresses: readonly string[],
): Promise<{ teacherName: string }> => {
  const attempt = { subject: `user:${people.teacher.id}`, knownBrowser: null, now: firstBell }
  for (const address of addresses) await beginTry(school.app.db, { ...attempt, address })
  return { teacherName: people.teacher.username }
}

/** States of accounts and of log-in rules. */
export const accountStates = {
  'administrators need a second factor': async (matrix: MatrixSchool) => {
    await givePasswords(matrix)
    await matrix.school.app.changeSettings({ second_factor_required: true })
  },
  'everybody has been given a new password': async ({ school, people }: MatrixSchool) => {
    const ids = Object.values(people).map(({ id }) => id)
    await school.app.db.updateTable('users').set({ must_change_password: true }).where('id', 'in', ids).execute()
  },
  'the password of the teacher was tried five times from here': (matrix: MatrixSchool) =>
    tryPasswords(
      matrix,
      Array.from({ length: 5 }, () => '127.0.0.1'),
    ),
  'the password of the teacher was tried from everywhere': (matrix: MatrixSchool) =>
    tryPasswords(
      matrix,
      Array.from({ length: 39 }, (_, index) => `10.0.0.${index}`),
    ),
}
