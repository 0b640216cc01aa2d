import { createHash } from 'node:crypto'
import { ProviderFailure } from './failures.ts'
import { askJson, objectIn, postJson, textIn, type Party } from './party.ts'
import { toldOf } from './rules.ts'
import type { ProviderProtocol } from './protocol.ts'

// https://open.feishu.cn/document/authentication-management/access-token/get-user-access-token

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** Throws for any `code` but 0. */
const checked = (said: Record<string, unknown>, what: string): Record<string, unknown> => {
  if (said.code === 0) return said
  // The application's id or secret is wrong, or the application is not published.
  const isSetUp = [20002, 20048, 20049, 10003, 10014].includes(Number(said.code))
  throw new ProviderFailure(isSetUp ? 'SETUP' : 'ANSWER', `${what}: ${Number(said.code)}`)
}

const appTokenOf = async (party: Party) =>
  checked(
    await postJson(party, new URL(`${party.address}/open-apis/auth/v3/tenant_access_token/internal`), {
      app_id: party.client_id,
      app_secret: party.secret,
    }),
    'tenant_access_token',
  )

/** 飞书: OAuth with PKCE. */
export const feishu: ProviderProtocol = {
  signInUrl: async ({ sign_in_address, client_id }, { checks, return_address }) => {
    const url = new URL(`${sign_in_address}/open-apis/authen/v1/authorize`)
    const query = {
      client_id,
      redirect_uri: return_address,
      response_type: 'code',
      state: checks.state,
      code_challenge: challengeOf(checks.verifier),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  },
  tell: async (party, { checks, return_address, params }) => {
    const { code = '' } = params
    if (code === '' || code.length > 512) throw new ProviderFailure('REFUSED', params.error ?? 'no code')
    const given = checked(
      await postJson(party, new URL(`${party.address}/open-apis/authen/v2/oauth/token`), {
        grant_type: 'authorization_code',
        client_id: party.client_id,
        client_secret: party.secret,
        code,
        redirect_uri: return_address,
        code_verifier: checks.verifier,
      }),
      'oauth/token',
    )
    const said = await askJson(party, new URL(`${party.address}/open-apis/authen/v1/user_info`), {
      headers: { authorization: `Bearer ${textIn(given, 'access_token')}` },
    })
    const card = objectIn(checked(said, 'user_info'), 'data')
    const told = toldOf(card.union_id ?? card.open_id, {
      label: party.name_claim && card[party.name_claim],
      student_no: party.number_claim && card[party.number_claim],
    })
    if (!told) throw new ProviderFailure('ANSWER', 'no union_id')
    return told
  },
  probe: async (party) => {
    await appTokenOf(party)
  },
}
