import { createHash } from 'node:crypto'
import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { Secret, TOTP } from 'otpauth'
import { sampleHash } from '../../accounts/factory.ts'
import { challenge } from '../../accounts/second-factor.ts'
import { noteLogin } from '../../accounts/log-in-store.ts'
import { firstBell } from '../test-app.ts'
import type { MatrixSchool } from './school.ts'

/** Gives everybody the sample password. */
export const givePasswords = async ({ school, people }: MatrixSchool): Promise<void> => {
  const ids = Object.values(people).map(({ id }) => id)
  await school.app.db
    .updateTable('users')
    .set({ password_hash: await sampleHash() })
    .where('id', 'in', ids)
    .execute()
}

/** The current code in the app of `other`, and a recovery code. */
const codes = ({ factor }: MatrixSchool) => ({
  appCode: new TOTP({ secret: Secret.fromBase32(factor.secret) }).generate({ timestamp: firstBell }),
  recoveryCode: factor.recoveryCode,
})

/** A log-in with the right password that still needs a code. */
const owing = async (matrix: MatrixSchool, role: RoleKey) => {
  const owed = await challenge(matrix.school.app.db, matrix.people.other.id, role, firstBell)
  return { challenge: owed.challenge, ...codes(matrix) }
}

/** The names of two browsers. */
export const browsers = { ofOwner: 'browser-of-the-owner-0', ofMate: 'browser-of-a-mate-0000' } as const

/** States of log-ins on the two sites. */
export const logInStates = {
  'everybody has a password': async (matrix: MatrixSchool) => {
    await givePasswords(matrix)
    const { owner, teacher, other, mate, stranger } = matrix.people
    const names = { mateName: mate.username, strangerName: stranger.username }
    return { ownerName: owner.username, teacherName: teacher.username, otherName: other.username, ...names }
  },
  'a teacher owes a code': (matrix: MatrixSchool) => owing(matrix, 'teacher'),
  'who owes a code has lost the role': (matrix: MatrixSchool) => owing(matrix, 'admin'),
  'all staff have begun a second factor': async (matrix: MatrixSchool) => {
    const { db } = matrix.school.app
    const { secret } = await db
      .selectFrom('second_factors')
      .select('secret')
      .where('user_id', '=', matrix.people.other.id)
      .executeTakeFirstOrThrow()
    for (const name of ['teacher', 'assistant', 'helper', 'admin'] as const)
      await db
        .insertInto('second_factors')
        .values({ user_id: matrix.people[name].id, secret, confirmed_at: null, created_at: firstBell })
        .execute()
    return codes(matrix)
  },
  'strangers guess the password of the owner': async (matrix: MatrixSchool) => {
    await givePasswords(matrix)
    const { people, school } = matrix
    const { owner, mate } = people
    const hashOf = (browser: string) => createHash('sha256').update(browser).digest('hex')
    await noteLogin(school.app.db, { user_id: owner.id }, hashOf(browsers.ofOwner), firstBell)
    await noteLogin(school.app.db, { user_id: mate.id }, hashOf(browsers.ofMate), firstBell)
    // The length of the pause once strangers have used up all their checks; a longer one could only come from a wrong
    // clock.
    const emptyMs = 39 * 60_000
    await school.app.db
      .insertInto('password_tries')
      .values({ key: `user:${owner.id}:strangers`, wrong: 1, last_at: firstBell, paused_until: firstBell + emptyMs })
      .execute()
    return { ownerName: owner.username }
  },
}
