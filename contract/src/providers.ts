import { UserInfo } from './accounts.ts'
import { call } from './call.ts'
import { boolean, count, fields, id, instant, list, none, nullable, oneOf, optional, string, text } from './schema.ts'

/** The protocol of a provider: OpenID Connect, CAS 3.0, 企业微信, 钉钉, 飞书. */
export const providerKind = () => oneOf('oidc', 'cas', 'wecom', 'dingtalk', 'feishu')

/** A provider as a button of a log-in page. */
const Provider = fields({
  id: id(),
  kind: providerKind(),
  name: string(),
  /** Whether the log-in begins automatically inside the provider’s own app. */
  is_silent: boolean(),
  /** Since when it has not answered; null while it does. */
  down_since: nullable(instant()),
})

/** A provider with the caller’s account there, if one is linked. */
export const OwnIdentity = fields({
  provider_id: id(),
  kind: providerKind(),
  name: string(),
  /** The person’s name at the provider; '' where no account is linked. */
  label: string(),
  linked_at: nullable(instant()),
  used_at: nullable(instant()),
  down_since: nullable(instant()),
})

/**
 * A person known to a provider but not linked to an account here yet: they identify themselves once, with 学号 and
 * password.
 */
const Adoption = fields({
  ticket: string(),
  /** Seconds for which the ticket is valid. */
  expires_in: count(),
  kind: providerKind(),
  provider: string(),
  /** The person’s name at the provider. */
  label: string(),
  /** The 学号 if the provider discloses it, else ''. */
  student_no: string(),
})

/** The code a page was opened with, from the fragment of its address. */
export const entryCode = () => text(200, 1)

export const providers = {
  list: call({
    method: 'GET',
    path: '/api/user/providers',
    access: 'public',
    summary: 'The enabled providers in their order; empty if none is set up.',
    input: none(),
    output: list(Provider),
    refusals: [],
  }),
  begin: call({
    method: 'POST',
    path: '/api/user/provider_begin',
    access: 'public',
    summary:
      'Begins a log-in with a provider, bound to this browser and this site (`door`) for 10 minutes; answers the address for the browser. `in_app`: the page is open inside the provider’s own app.',
    input: fields({
      provider_id: id(),
      door: oneOf('student', 'admin'),
      redirect: optional(text(1_000)),
      in_app: optional(boolean()),
    }),
    output: fields({ url: string() }),
    refusals: ['PROVIDER_OFF', 'PROVIDER_DOWN', 'PROVIDER_ANSWER', 'PROVIDER_SETUP'],
    limit: 'login',
  }),
  enter: call({
    method: 'POST',
    path: '/api/user/provider_enter',
    access: 'public',
    summary:
      'Exchanges the code that a log-in at a provider ended with, once, within 60 seconds, in the browser that began it. Answers a log-in, or for an account that is not linked yet the `adoption` in which the person identifies themselves.',
    input: fields({ code: entryCode() }),
    output: fields({ userinfo: optional(UserInfo), adoption: optional(Adoption) }),
    refusals: [
      'PROVIDER_STATE',
      'PROVIDER_BROWSER',
      'PROVIDER_OFF',
      'PROVIDER_DOWN',
      'PROVIDER_REFUSED',
      'PROVIDER_ANSWER',
      'PROVIDER_SETUP',
      'ACCOUNT_DISABLED',
      'STAFF_LINK',
      'IDENTITY_TAKEN',
    ],
    limit: 'login',
  }),
  adopt: call({
    method: 'POST',
    path: '/api/user/provider_adopt',
    access: 'public',
    recorded: [],
    summary:
      'Links an account at a provider to the account with this 学号 (or user name) and password, and logs in. Five wrong passwords cause a pause of 15 minutes. Staff link on the admin site instead.',
    input: fields({ ticket: text(200, 1), student_no: text(254, 1), password: text(1024, 1) }),
    output: fields({ userinfo: UserInfo }),
    refusals: [
      'PROVIDER_STATE',
      'PROVIDER_BROWSER',
      'PROVIDER_OFF',
      'CREDENTIALS',
      'PAUSED',
      'ACCOUNT_DISABLED',
      'STAFF_LINK',
      'IDENTITY_TAKEN',
    ],
    limit: 'login',
  }),
  identities: call({
    method: 'GET',
    path: '/api/user/identities',
    access: 'session',
    summary: 'Every provider, with the caller’s account there.',
    input: none(),
    output: list(OwnIdentity),
    refusals: [],
  }),
  link: call({
    method: 'POST',
    path: '/api/user/identity_link',
    access: 'session',
    recorded: ['provider_id'],
    summary:
      'Begins to link an account at a provider, with the password; answers the address for the browser. Staff do this on the admin site.',
    input: fields({ provider_id: id(), password: text(1024, 1) }),
    output: fields({ url: string() }),
    refusals: [
      'WRONG_PASSWORD',
      'PAUSED',
      'STAFF_LINK',
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
    path: '/api/user/identity_finish',
    access: 'session',
    recorded: [],
    summary:
      'Exchanges the code of a link that the caller began in this browser; from now on the account at the provider opens the caller’s account.',
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
    path: '/api/user/identity_unlink',
    access: 'session',
    recorded: ['provider_id'],
    summary: 'Unlinks the caller’s account at a provider; ends the other sessions that were opened with it.',
    input: fields({ provider_id: id() }),
    output: none(),
    refusals: ['NOT_FOUND', 'LAST_WAY_IN'],
  }),
}
