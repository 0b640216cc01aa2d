import { aProvider } from '../../providers/factory.ts'
import { addIdentity } from '../../providers/identities-store.ts'
import { firstBell } from '../test-app.ts'
import type { MatrixSchool } from './school.ts'

/** Sets up a provider to which nothing is sent before a browser comes back. */
const withProvider = async ({ school }: MatrixSchool, enabled = true) => {
  await school.app.changeSettings({ base_url: 'https://school.example' })
  const { db, config } = school.app
  // A fixed id: PostgreSQL does not reset its sequence when a transaction is rolled back.
  const given = { id: 7, kind: 'cas', address: 'https://cas.school.example/cas', number_claim: 'user' } as const
  return { provider: (await aProvider(db, config.secret, { ...given, enabled, created_at: firstBell })).id }
}

/** Links the owner and the teacher to the provider. */
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
