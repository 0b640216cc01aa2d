import { StaffInfo } from './accounts.admin.ts'
import { roleKey } from './accounts.ts'
import { call } from './call.ts'
import { entryCode, OwnIdentity, providerKind } from './providers.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  line,
  list,
  none,
  nullable,
  optional,
  string,
  text,
  timesSaved,
} from './schema.ts'

/** The settings of a provider; its secret can be written but is never answered. */
const set = {
  kind: providerKind(),
  /** The label of its button. */
  name: line(20),
  enabled: boolean(),
  /**
   * OIDC: the issuer. CAS: the address that `/login` and `/serviceValidate` are below. The others: the base address of
   * their calls; '' for their official one.
   */
  address: text(300),
  /** The address a browser is sent to, for 企业微信, 钉钉 and 飞书; '' for their official one. */
  sign_in_address: text(300),
  /** OIDC client, 企业 ID, AppKey or App ID. */
  client_id: text(200),
  /** 企业微信: AgentId. */
  agent_id: text(60),
  /** OIDC: the requested scopes, separated by spaces. */
  scopes: text(200),
  /** The claim or attribute with the 学号; '' where there is none. */
  number_claim: text(100),
  /**
   * Whether the operator declares that users of the provider cannot edit that claim; only then does it link the account
   * of a student.
   */
  number_trusted: boolean(),
  /** The claim or attribute with the person’s name. */
  name_claim: text(100),
  /** The `acr` values accepted as a second factor. */
  accepted_acr: list(line(200), { maxItems: 10 }),
  /** Whether a trusted number without an account here creates one, with the role 学生 and no guild. */
  makes_accounts: boolean(),
  is_silent: boolean(),
}

const ProviderSetUp = fields({
  id: id(),
  ...set,
  has_secret: boolean(),
  version: timesSaved(),
  /** Since when it has not answered; null while it does. */
  down_since: nullable(instant()),
  /** Number of accounts that are linked to it. */
  linked: count(),
  /** The return address to register at the provider; '' while the site has no address. */
  return_address: string(),
})

export const providersAdmin = {
  enter: call({
    method: 'POST',
    path: '/api/admin/provider/enter',
    access: 'public',
    summary:
      'Exchanges the code that a log-in at a provider ended with, once, within 60 seconds, in the browser that began it. Only for accounts that were linked on this site with password and second factor. A person with a second factor is refused with FACTOR as at the log-in, unless the provider states one.',
    input: fields({ code: entryCode(), role: optional(roleKey()) }),
    output: fields({ userinfo: StaffInfo }),
    refusals: [
      'PROVIDER_STATE',
      'PROVIDER_BROWSER',
      'PROVIDER_OFF',
      'PROVIDER_DOWN',
      'PROVIDER_REFUSED',
      'PROVIDER_ANSWER',
      'PROVIDER_SETUP',
      'NOT_LINKED',
      'ACCOUNT_DISABLED',
      'ROLE',
      'FACTOR',
    ],
    limit: 'login',
  }),
  identities: call({
    method: 'GET',
    path: '/api/admin/me/identities',
    access: 'staff',
    summary: 'Every provider, with the caller’s account there.',
    input: none(),
    output: list(OwnIdentity),
    refusals: [],
  }),
  link: call({
    method: 'POST',
    path: '/api/admin/me/link_identity',
    access: 'staff',
    summary:
      'Begins to link an account at a provider, with the password and a code of the second factor; answers the address for the browser.',
    input: fields({ provider_id: id(), password: text(1024, 1), code: text(20, 6) }),
    output: fields({ url: string() }),
    refusals: [
      'WRONG_PASSWORD',
      'PAUSED',
      'FACTOR_NEEDED',
      'FACTOR_WRONG',
      'FACTOR_CLOSED',
      'IDENTITY_TAKEN',
      'PROVIDER_OFF',
      'PROVIDER_DOWN',
      'PROVIDER_ANSWER',
      'PROVIDER_SETUP',
    ],
    limit: 'login',
  }),
  finishLink: call({
    method: 'POST',
    path: '/api/admin/me/finish_link',
    access: 'staff',
    summary: 'Exchanges the code of a link that the caller began in this browser.',
    input: fields({ code: entryCode() }),
    output: fields({ name: string() }),
    refusals: [
      'PROVIDER_STATE',
      'PROVIDER_BROWSER',
      'PROVIDER_OFF',
      'PROVIDER_DOWN',
      'PROVIDER_REFUSED',
      'PROVIDER_ANSWER',
      'PROVIDER_SETUP',
      'IDENTITY_TAKEN',
    ],
    limit: 'login',
  }),
  unlink: call({
    method: 'POST',
    path: '/api/admin/me/unlink_identity',
    access: 'staff',
    summary: 'Unlinks the caller’s account at a provider; ends the other sessions that were opened with it.',
    input: fields({ provider_id: id() }),
    output: none(),
    refusals: ['NOT_FOUND', 'LAST_WAY_IN'],
  }),
  list: call({
    method: 'GET',
    path: '/api/admin/provider/list',
    access: 'admin',
    summary: 'The providers as they are set up, without their secrets; at most 10.',
    input: none(),
    output: list(ProviderSetUp),
    refusals: [],
  }),
  save: call({
    method: 'POST',
    path: '/api/admin/provider/save',
    access: 'admin',
    summary:
      'Sets up a provider, or changes one from the version that was read. An omitted secret stays; a new address requires the secret again.',
    input: fields({ id: optional(id()), version: optional(timesSaved()), ...set, secret: optional(text(500, 1)) }),
    output: fields({ id: id(), version: timesSaved() }),
    refusals: ['NOT_FOUND', 'CONFLICT', 'INVALID', 'TOO_MANY_PROVIDERS'],
  }),
  remove: call({
    method: 'POST',
    path: '/api/admin/provider/remove',
    access: 'admin',
    summary: 'Remove a provider with every link to it; ends the sessions that were opened with it.',
    input: fields({ id: id() }),
    output: none(),
    refusals: ['NOT_FOUND'],
  }),
  test: call({
    method: 'POST',
    path: '/api/admin/provider/test',
    access: 'admin',
    summary:
      'Tests whether a provider answers and accepts the id and the secret. `problem` says in one sentence what is wrong, empty for nothing; CAS and OIDC check a secret only when somebody logs in.',
    input: fields({ id: id() }),
    output: fields({ problem: string(), took_ms: count() }),
    refusals: ['NOT_FOUND'],
  }),
}
