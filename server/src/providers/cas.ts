import { casAnswer } from './cas-answer.ts'
import { ProviderFailure } from './failures.ts'
import type { Party } from './party.ts'
import { toldOf } from './rules.ts'
import type { ProviderProtocol } from './protocol.ts'

/**
 * The service address for which a ticket is given: the state is part of it, so a ticket of one log-in is not valid for
 * another.
 */
const serviceOf = (return_address: string, state: string): string =>
  `${return_address}?${new URLSearchParams({ state }).toString()}`

const validate = async (party: Party, service: string, ticket: string) => {
  const ask = (path: string) => {
    const url = new URL(party.address + path)
    url.searchParams.set('service', service)
    url.searchParams.set('ticket', ticket)
    return party.fetch(url)
  }
  // CAS 3.0 returns attributes below /p3; older servers know only the path of 2.0.
  const newer = await ask('/p3/serviceValidate')
  const answer = newer.status === 404 ? await ask('/serviceValidate') : newer
  if (!answer.ok) throw new ProviderFailure('ANSWER', `serviceValidate: HTTP ${answer.status}`)
  return casAnswer(await answer.text())
}

/** CAS 3.0: the browser returns with a ticket in the address, which the server validates. */
export const cas: ProviderProtocol = {
  signInUrl: async ({ address }, { checks, return_address }) => {
    const url = new URL('login', `${address}/`)
    url.searchParams.set('service', serviceOf(return_address, checks.state))
    return url
  },
  tell: async (party, { checks, return_address, params }) => {
    const { ticket = '' } = params
    if (ticket === '') throw new ProviderFailure('REFUSED', 'no ticket')
    if (!/^ST-[\x21-\x7e]{1,250}$/.test(ticket)) throw new ProviderFailure('ANSWER', 'not a service ticket')
    const said = await validate(party, serviceOf(return_address, checks.state), ticket)
    if ('failure' in said) throw new ProviderFailure('ANSWER', said.failure || 'the ticket is not valid')
    const of = (name: string) => (name === 'user' ? said.user : name && said.attributes[name])
    const told = toldOf(said.user, { label: of(party.name_claim), student_no: of(party.number_claim) })
    if (!told) throw new ProviderFailure('ANSWER', 'no user')
    return told
  },
  probe: async (party) => {
    const said = await validate(party, 'https://test.invalid/', 'ST-0-test')
    if ('user' in said) throw new ProviderFailure('ANSWER', 'it takes any ticket')
  },
}
