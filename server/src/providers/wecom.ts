import { fieldOf } from '../fields.ts'
import { ProviderFailure } from './failures.ts'
import { appToken, forgetAppToken } from './kept-tokens.ts'
import { askJson, objectIn, textIn, type Party } from './party.ts'
import { toldOf } from './rules.ts'
import type { ProviderProtocol } from './protocol.ts'

// https://developer.work.weixin.qq.com/document/path/98152 and /91022

/** Sends a request, and throws for any `errcode` but 0. */
const ask = async (party: Party, path: string, query: Record<string, string>) => {
  const url = new URL(party.address + path)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const said = await askJson(party, url)
  const { errcode, errmsg } = said
  if (errcode === 0 || errcode === undefined) return said
  const detail = `${path}: ${Number(errcode)} ${typeof errmsg === 'string' ? errmsg.slice(0, 120) : ''}`
  // A wrong school id or application secret, or a server address that is not on the application's list.
  const isSetUp = [40001, 40013, 40056, 41004, 60020, 48002].includes(Number(errcode))
  throw new ProviderFailure(isSetUp ? 'SETUP' : 'ANSWER', detail)
}

const tokenOf = (party: Party) =>
  appToken(party, async () => {
    const said = await ask(party, '/cgi-bin/gettoken', { corpid: party.client_id, corpsecret: party.secret })
    return { token: textIn(said, 'access_token'), seconds: said.expires_in }
  })

/** A part of a member's card, or one of the fields a school has added to it. */
const partOf = (card: Record<string, unknown>, name: string): unknown => {
  if (name === '' || Object.hasOwn(card, name)) return card[name]
  const { attrs } = objectIn(card, 'extattr')
  const added: unknown[] = Array.isArray(attrs) ? attrs : []
  return fieldOf(
    added.find((one) => fieldOf(one, 'name') === name),
    'value',
  )
}

/** 企业微信: in its app by the web authorisation of an application, elsewhere by its log-in page. */
export const wecom: ProviderProtocol = {
  signInUrl: async ({ sign_in_address, client_id, agent_id }, { checks, return_address, in_app }) => {
    const query = { appid: client_id, agentid: agent_id, redirect_uri: return_address, state: checks.state }
    const hosted = (own: string) => (sign_in_address === 'https://login.work.weixin.qq.com' ? own : sign_in_address)
    const url = in_app
      ? new URL(`${hosted('https://open.weixin.qq.com')}/connect/oauth2/authorize`)
      : new URL(`${sign_in_address}/wwlogin/sso/login`)
    const more = in_app ? { response_type: 'code', scope: 'snsapi_base' } : { login_type: 'CorpApp' }
    for (const [name, value] of Object.entries({ ...query, ...more })) url.searchParams.set(name, value)
    if (in_app) url.hash = 'wechat_redirect'
    return url
  },
  tell: async (party, { params }) => {
    const { code = '' } = params
    if (code === '' || code.length > 512) throw new ProviderFailure('REFUSED', 'no code')
    const access_token = await tokenOf(party)
    const who = await ask(party, '/cgi-bin/auth/getuserinfo', { access_token, code }).catch((error: unknown) => {
      forgetAppToken(party)
      throw error
    })
    const userid = who.userid ?? who.UserId
    // People from outside this school have only an openid.
    if (typeof userid !== 'string' || userid === '') throw new ProviderFailure('REFUSED', 'not a member of this school')
    const card = await ask(party, '/cgi-bin/user/get', { access_token, userid })
    const told = toldOf(userid, {
      label: partOf(card, party.name_claim),
      student_no: party.number_claim === 'userid' ? userid : partOf(card, party.number_claim),
    })
    if (!told) throw new ProviderFailure('ANSWER', 'userid cannot be kept')
    return told
  },
  probe: async (party) => {
    forgetAppToken(party)
    await tokenOf(party)
  },
}
