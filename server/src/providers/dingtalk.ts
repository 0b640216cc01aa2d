import { ProviderFailure } from './failures.ts'
import { appToken, forgetAppToken } from './kept-tokens.ts'
import { askJson, objectIn, postJson, textIn, type Party } from './party.ts'
import { ownAddresses, toldOf } from './rules.ts'
import type { ProviderProtocol } from './protocol.ts'

// https://open.dingtalk.com/document/orgapp/tutorial-obtaining-user-personal-information

/** Newer calls report errors in `code`. */
const newer = (said: Record<string, unknown>, what: string): Record<string, unknown> => {
  if (typeof said.code !== 'string') return said
  const isSetUp = /appkey|appsecret|client|forbidden/i.test(said.code)
  throw new ProviderFailure(isSetUp ? 'SETUP' : 'ANSWER', `${what}: ${said.code.slice(0, 120)}`)
}

/** Older calls report errors in `errcode`, and have a host of their own. */
const older = async (party: Party, path: string, access_token: string, body: object) => {
  const host = party.address === ownAddresses.dingtalk.address ? 'https://oapi.dingtalk.com' : party.address
  const url = new URL(host + path)
  url.searchParams.set('access_token', access_token)
  const said = await postJson(party, url, body)
  if (said.errcode === 0) return objectIn(said, 'result')
  // Not in the address book: an account of 钉钉 that does not belong to this school.
  if (said.errcode === 60121 || said.errcode === 33012)
    throw new ProviderFailure('REFUSED', 'not a member of this school')
  throw new ProviderFailure(said.errcode === 60011 ? 'SETUP' : 'ANSWER', `${path}: ${Number(said.errcode)}`)
}

const tokenOf = (party: Party) =>
  appToken(party, async () => {
    const url = new URL(`${party.address}/v1.0/oauth2/accessToken`)
    const said = newer(await postJson(party, url, { appKey: party.client_id, appSecret: party.secret }), 'accessToken')
    return { token: textIn(said, 'accessToken'), seconds: said.expireIn }
  })

/** 钉钉: log-in at its site; the person is looked up in the school's own address book. */
export const dingtalk: ProviderProtocol = {
  signInUrl: async ({ sign_in_address, client_id }, { checks, return_address }) => {
    const url = new URL(`${sign_in_address}/oauth2/auth`)
    const query = {
      redirect_uri: return_address,
      response_type: 'code',
      client_id,
      scope: 'openid',
      state: checks.state,
      prompt: 'consent',
    }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  },
  tell: async (party, { params }) => {
    const code = params.authCode ?? params.code ?? ''
    if (code === '' || code.length > 512) throw new ProviderFailure('REFUSED', params.error ?? 'no code')
    const given = newer(
      await postJson(party, new URL(`${party.address}/v1.0/oauth2/userAccessToken`), {
        clientId: party.client_id,
        clientSecret: party.secret,
        code,
        grantType: 'authorization_code',
      }),
      'userAccessToken',
    )
    const me = newer(
      await askJson(party, new URL(`${party.address}/v1.0/contact/users/me`), {
        headers: { 'x-acs-dingtalk-access-token': textIn(given, 'accessToken') },
      }),
      'users/me',
    )
    const unionid = textIn(me, 'unionId')
    const token = await tokenOf(party)
    const { userid } = await older(party, '/topapi/user/getbyunionid', token, { unionid })
    if (typeof userid !== 'string' || userid === '') throw new ProviderFailure('REFUSED', 'not a member of this school')
    const card = await older(party, '/topapi/v2/user/get', token, { userid })
    const told = toldOf(unionid, {
      label: party.name_claim && card[party.name_claim],
      student_no: party.number_claim && card[party.number_claim],
    })
    if (!told) throw new ProviderFailure('ANSWER', 'unionId cannot be kept')
    return told
  },
  probe: async (party) => {
    forgetAppToken(party)
    await tokenOf(party)
  },
}
