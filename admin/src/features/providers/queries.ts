import type { Input, Output } from '@tongchuang/contract/call.ts'
import { providersAdmin as calls } from '@tongchuang/contract/providers.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { providersKey } from '../../queries/keys.ts'

export type ProviderSetUp = Output<typeof calls.list>[number]
export type Given = Input<typeof calls.save>

export const providersQuery = queryOptions({ queryKey: providersKey, queryFn: () => sendQuietly(calls.list) })

/** The defaults that suit most schools, by kind. */
export const freshOf = (kind: Given['kind'], name: string): Given => ({
  ...{ kind, name, enabled: true, address: '', sign_in_address: '', client_id: '', agent_id: '' },
  scopes: kind === 'oidc' ? 'openid profile' : '',
  number_claim: { oidc: '', cas: 'user', wecom: 'userid', dingtalk: 'job_number', feishu: 'employee_no' }[kind],
  number_trusted: false,
  name_claim: kind === 'cas' ? '' : 'name',
  accepted_acr: [],
  makes_accounts: false,
  is_silent: kind === 'wecom' || kind === 'dingtalk' || kind === 'feishu',
})

/** The editable fields of a provider; the secret is not among them. */
export const givenOf = (before: ProviderSetUp): Given => {
  const { has_secret: _secret, down_since: _down, linked: _linked, return_address: _address, ...given } = before
  return given
}
