import type { Insertable } from 'kysely'
import type { Db } from '../db/schema.ts'
import { closeText } from '../storage/secret-text.ts'
import { secretPurpose } from './party.ts'
import { ownAddresses } from './rules.ts'
import { addProvider } from './store.ts'
import type { LoginProviderTable } from './tables.ts'

export type GivenProvider = Partial<Insertable<LoginProviderTable>> & { kind: LoginProviderTable['kind'] }

/** An enabled provider; `secret` is given as typed, and stored encrypted with the server's secret. */
export const aProvider = async (
  db: Db,
  serverSecret: string,
  { secret = '', ...given }: GivenProvider,
): Promise<{ id: number }> => {
  const own = ownAddresses[given.kind]
  return addProvider(db, {
    name: '学校统一身份认证',
    enabled: true,
    address: own.address,
    sign_in_address: given.address ?? own.sign_in,
    client_id: '',
    agent_id: '',
    secret: secret === '' ? '' : closeText(serverSecret, secretPurpose, secret),
    scopes: 'openid profile',
    number_claim: '',
    number_trusted: false,
    name_claim: 'name',
    accepted_acr: '[]',
    makes_accounts: false,
    is_silent: false,
    down_since: null,
    asked_at: null,
    created_at: Date.now(),
    ...given,
  })
}
