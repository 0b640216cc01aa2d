import { aProvider } from '../../providers/factory.ts'
import { addIdentity } from '../../providers/identities-store.ts'
import { firstBell } from '../test-app.ts'
import type { MatrixSchool } from './school.ts'

/** A provider is set up that nothing is asked of before somebody comes back. */
const withProvider = async ({ school }: MatrixSchool, enabled = true) => {
  await school.app.changeSettings({ base_url: 'https://school.example' })
  const { db, config } = school.app
  // Of one id: PostgreSQL counts on where what was made is taken back.
  const given = { id: 7, kind: 'cas', address: 'https://cas.school.example/cas', number_claim: 'user' } as const
  return { provider: (await aProvider(db, config.secret, { ...given, enabled, created_at: firstBell })).id }
}

/** The owner and the teacher log in with it. */
const withLinks = async (matrix: MatrixSchool) => {
  const made = await withProvider(matrix)
  const link = { provider_id: made.provider, label: '', how: 'owner', for_staff: true, linked_at: firstBell } as const
  for (const user_id of [matrix.people.owner.id, matrix.people.teacher.id])
    await addIdentity(matrix.school.app.db, { ...link, user_id, subject: `s-${user_id}` })
  return made
}

export const providerStates = {
  'a provider is set up': (matrix: MatrixSchool) => withProvider(matrix),
  'a provider is closed': (matrix: MatrixSchool) => withProvider(matrix, false),
  'a provider is set up and the owner and the teacher are linked': withLinks,
}
