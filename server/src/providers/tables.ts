import type { Generated } from 'kysely'

export type ProviderKind = 'oidc' | 'cas' | 'wecom' | 'dingtalk' | 'feishu'

/** Another system whose accounts open this one. Instants are milliseconds since 1970. */
export type LoginProviderTable = {
  id: Generated<number>
  kind: ProviderKind
  /** What stands on its button. */
  name: string
  enabled: boolean
  /** OIDC: the issuer. CAS: what `/login` and `/serviceValidate` lie below. The others: where their calls are. */
  address: string
  /** Where a browser is sent to log in, for those of whom that is another host; empty for OIDC and CAS. */
  sign_in_address: string
  /** OIDC client, 企业 ID, AppKey or App ID. */
  client_id: string
  /** 企业微信: AgentId. */
  agent_id: string
  /** Closed with the server's secret; empty where there is none. */
  secret: string
  /** OIDC: what is asked for, between spaces. */
  scopes: string
  /** The claim or attribute with the 学号; empty where there is none. */
  number_claim: string
  /** The operator declares that its users cannot edit that claim: it alone links an account then. */
  number_trusted: boolean
  /** The claim or attribute with what the person is called. */
  name_claim: string
  /** JSON list of the `acr` values that stand for a second factor of ours. */
  accepted_acr: string
  /** A number nobody has here makes an account: 学生, no guild. */
  makes_accounts: boolean
  /** Inside its app the log-in begins by itself. */
  is_silent: boolean
  version: Generated<number>
  /** Since when it has not answered; null while it does. */
  down_since: number | null
  /** When it was last asked whether it answers. */
  asked_at: number | null
  created_at: number
}

/** One person's account at a provider: unique both ways. */
export type IdentityTable = {
  id: Generated<number>
  user_id: number
  provider_id: number
  /** What the provider calls this account for good: never an address or a name. */
  subject: string
  /** What its owner is shown of it. */
  label: string
  /** By a trusted number, by 学号 and password, made with the account, or by its owner within. */
  how: 'matched' | 'password' | 'made' | 'owner'
  /** Linked on the admin site, with password and second factor: opens that site too. */
  for_staff: Generated<boolean>
  linked_at: number
  used_at: number | null
}

/** One log-in on its way to a provider and back. */
export type ProviderVisitTable = {
  id: Generated<number>
  provider_id: number
  /** SHA-256 of the state. */
  state_hash: string
  door: 'student' | 'admin'
  /** Who links an account to their own; null for a log-in. */
  user_id: number | null
  /** SHA-256 of the cookie of the browser that began. */
  browser_hash: string
  /** The page to go to afterwards, as the site's own pages check it. */
  redirect: string
  /** Nonce and PKCE verifier, closed with the server's secret. */
  checks: string
  created_at: number
  /** 10 minutes after created_at: the way there and back. */
  expires_at: number
  /** What the provider sent the browser back with, closed with the server's secret; null until then. */
  answer: string | null
  /** SHA-256 of the single-use code the page exchanges; 60 seconds. */
  code_hash: string | null
  code_expires_at: number | null
  used_at: number | null
  /** Who it was, as JSON, while nobody here has that account yet. */
  person: string | null
  /** SHA-256 of what opens the page of the first time; 10 minutes. */
  ticket_hash: string | null
  ticket_expires_at: number | null
  adopted_at: number | null
}
