import type { Generated } from 'kysely'

/** A person. Instants are milliseconds since 1970. */
export type UserTable = {
  id: Generated<number>
  username: string
  /** The name in NFKC and lower case (`usernameKey`): unique. */
  username_key: string
  nickname: string
  /** Whether a list of the school set the nickname and its owner has not chosen another. */
  nickname_given: Generated<boolean>
  /** argon2id in PHC form; empty while no password is set, or while it waits to be hashed. */
  password_hash: Generated<string>
  /** An image of the person's own files; null: their head is shown. */
  avatar_file_id: number | null
  /**
   * The head the user composed, as `headOf` of the contract reads it; empty: one derived from the name. A picture takes
   * precedence.
   */
  head: Generated<string>
  /** 0 not said, 1 男, 2 女. */
  gender: Generated<number>
  job: Generated<string>
  job_name: Generated<string>
  location: Generated<string>
  location_name: Generated<string>
  introduction: Generated<string>
  /** http(s) only. */
  personal_website: Generated<string>
  email: string | null
  /** The address in lower case: unique when confirmed. */
  email_key: string | null
  /**
   * Whether its owner has confirmed it. Until then it receives no letters and no reset codes, and is a log-in name only
   * if no other user has typed it.
   */
  email_confirmed: Generated<boolean>
  /** A list gave it and its owner has not confirmed it: a contact, and no log-in name. */
  email_given: Generated<boolean>
  mobile: string | null
  /** Whether a code or staff confirmed it. Only a confirmed number is a log-in name, and unique. */
  mobile_confirmed: Generated<boolean>
  /** 学号, written by staff only: unique, and looked up ignoring case. */
  student_no: string | null
  real_name: Generated<string>
  organization: Generated<string>
  organization_name: Generated<string>
  /** How the person appears in rankings. */
  ranking_visibility: Generated<'nickname' | 'anonymous' | 'hidden'>
  locale: Generated<'zh-CN' | 'en-US'>
  status: Generated<'normal' | 'disabled'>
  /** Set when staff gave the password. */
  must_change_password: Generated<boolean>
  /** The consent text that was accepted; 0: the school holds the consent. */
  consent_version: Generated<number>
  consent_at: number | null
  /** Whether the account belongs to the sample school. */
  demo: Generated<boolean>
  created_at: number
  last_login_at: number | null
}

/** An initial password that is already valid but not hashed yet. */
export type WaitingPasswordTable = {
  user_id: number
  /** Encrypted with the server's secret. */
  closed: string
}

export type UserRoleTable = { user_id: number; role: 'student' | 'assistant' | 'teacher' | 'admin' }

/** A log-in on one of the two sites. */
export type SessionTable = {
  id: Generated<number>
  /** SHA-256 of the token, hexadecimal: the token itself is not kept. */
  token_hash: string
  user_id: number
  audience: 'student' | 'admin'
  /** The role an admin session acts in; null on the student site. */
  role: 'student' | 'assistant' | 'teacher' | 'admin' | null
  device: Generated<string>
  address: Generated<string>
  created_at: number
  /** 24 hours after created_at. */
  expires_at: number
  ended_at: number | null
  ended_reason: 'logout' | 'elsewhere' | 'password' | 'factor' | 'disabled' | 'staff' | null
  /** The provider whose account opened it; null for a password. */
  provider_id: Generated<number | null>
  /** Whether it may be handed off to the admin site: opened by a password, or by an account that was linked there. */
  for_staff: Generated<boolean>
}

/** A browser that has logged into an account before: its wrong passwords are counted separately. */
export type KnownBrowserTable = { user_id: number; browser_hash: string; created_at: number }

/** A code sent by mail: 5 minutes, 5 tries, used once. */
export type VerificationCodeTable = {
  id: Generated<number>
  address_key: string
  event: 'register' | 'resetpwd' | 'change'
  /** Keyed hash of the code. */
  code_hash: string
  /** Keyed hash of the browser that asked for it; empty from the release before. */
  asker: Generated<string>
  /** Keyed hash of the network it was asked for from. */
  asker_network: Generated<string>
  /** All wrong tries, those of other browsers included. */
  tries: Generated<number>
  tries_of_others: Generated<number>
  created_at: number
  expires_at: number
  used_at: number | null
}

/** A hand-off to the admin site: 60 seconds, used once. */
export type RoleTicketTable = {
  ticket_hash: string
  /** The session it was requested in, without which it opens nothing; null if an older version issued it. */
  session_id: Generated<number | null>
  user_id: number
  role: 'student' | 'assistant' | 'teacher' | 'admin'
  expires_at: number
  used_at: number | null
}

/** How often a password was tried, and until when further tries are refused (password-tries.ts). */
export type PasswordTryTable = { key: string; wrong: number; last_at: number; paused_until: number }

/** The second factor of a member of staff: an authenticator app. */
export type SecondFactorTable = {
  user_id: number
  /** Sealed with the server's secret. */
  secret: string
  /** Null until its owner has shown a code of it. */
  confirmed_at: number | null
  /** The 30-second step of the last code that was taken: no code is taken twice. */
  last_step: Generated<number>
  created_at: number
}

/** A code that replaces a lost authenticator, once. */
export type RecoveryCodeTable = { user_id: number; code_hash: string; used_at: number | null }

/** A log-in whose password or ticket was right and that still needs a code: 5 minutes, used once. */
export type LoginChallengeTable = {
  challenge_hash: string
  user_id: number
  role: 'student' | 'assistant' | 'teacher' | 'admin'
  expires_at: number
  used_at: number | null
  /** The provider whose account was the first step; null for a password. */
  provider_id: Generated<number | null>
}
