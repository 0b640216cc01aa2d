import type { Generated } from 'kysely'

export type ProviderKind = 'oidc' | 'cas' | 'wecom' | 'dingtalk' | 'feishu'

/** Another system whose accounts can be used to log in here. Instants are milliseconds since 1970. */
export type LoginProviderTable = {
  id: Generated<number>
  kind: ProviderKind
  /** The text on its button. */
  name: string
  enabled: boolean
  /**
   * OIDC: the issuer. CAS: the parent address of `/login` and `/serviceValidate`. The others: the base address of their
   * calls.
   */
  address: string
  /** The address of the log-in page for kinds that use another host for it; empty for OIDC and CAS. */
  sign_in_address: string
  /** OIDC client, 企业 ID, AppKey or App ID. */
  client_id: string
  /** 企业微信: AgentId. */
  agent_id: string
  /** Encrypted with the server's secret; empty if there is none. */
  secret: string
  /** OIDC: the requested scopes, separated by spaces. */
  scopes: string
  /** The claim or attribute with the 学号; empty where there is none. */
  number_claim: string
  /** The operator declares that the provider's users cannot edit that claim; it is then enough to link an account. */
  number_trusted: boolean
  /** The claim or attribute with the person's name. */
  name_claim: string
  /** JSON list of the `acr` values that count as the second factor. */
  accepted_acr: string
  /** Whether an unknown number creates an account: 学生, no guild. */
  makes_accounts: boolean
  /** Whether the log-in begins by itself in the provider's app. */
  is_silent: boolean
  version: Generated<number>
  /** When it stopped responding; null while it responds. */
  down_since: number | null
  /** When it was last checked. */
  asked_at: number | null
  created_at: number
}

/** One person's account at a provider: unique both ways. */
export type IdentityTable = {
  id: Generated<number>
  user_id: number
  provider_id: number
  /** The permanent id of the account at the provider: never an address or a name. */
  subject: string
  /** The label of the account as shown to its owner. */
  label: string
  /**
   * How it was linked: by a trusted number, by 学号 and password, with the creation of the account, or by its owner while
   * logged in.
   */
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
  /** The user who links an identity to their account; null for a log-in. */
  user_id: number | null
  /** SHA-256 of the cookie of the browser that started the visit. */
  browser_hash: string
  /** The page to go to afterwards, as the site's own pages check it. */
  redirect: string
  /** Nonce and PKCE verifier, encrypted with the server's secret. */
  checks: string
  created_at: number
  /** 10 minutes after created_at: the way there and back. */
  expires_at: number
  /**
   * The parameters with which the provider sent the browser back, encrypted with the server's secret; null until then.
   */
  answer: string | null
  /** SHA-256 of the single-use code the page exchanges; 60 seconds. */
  code_hash: string | null
  code_expires_at: number | null
  used_at: number | null
  /** The reported person, as JSON, while the identity is not linked yet. */
  person: string | null
  /** SHA-256 of the ticket for the page of the first log-in; valid for 10 minutes. */
  ticket_hash: string | null
  ticket_expires_at: number | null
  adopted_at: number | null
}
