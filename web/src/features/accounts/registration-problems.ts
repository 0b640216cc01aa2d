import type { CallFailed } from '@tongchuang/contract/sender.ts'
import type { Texts } from '../../locales/texts.ts'
import type { Method } from './method-picker.tsx'
import { emailError, passwordError } from './rule-texts.ts'
import { inviteCode, lengthOf, nameChecks } from './rules.ts'

/** Everything typed into the registration form. */
export type Draft = {
  method: Method
  invite: string
  email: string
  code: string
  /** Optional when registering with a mailed code. */
  mobile: string
  username: string
  nickname: string
  password: string
  consent: boolean
}
export type RegisterField = Exclude<keyof Draft, 'method'>

/** The errors, by field, that the form can detect without the server. */
export const findProblems = (
  draft: Draft,
  inviteRequired: boolean,
  texts: Texts['accounts'] & Texts['registering'],
): Partial<Record<RegisterField, string>> => {
  const name = nameChecks(draft.username.trim())
  const found: Partial<Record<RegisterField, string | undefined>> = {
    username:
      draft.username.trim() === '' ? texts.usernameEmpty : name.length && name.letters ? undefined : texts.nameWrong,
    nickname: lengthOf(draft.nickname.trim()) > 30 ? texts.nicknameHint : undefined,
    password: passwordError(draft.password, texts),
    consent: draft.consent ? undefined : texts.consentMissing,
    ...(draft.method === 'invite'
      ? { invite: inviteRequired && inviteCode(draft.invite) === '' ? texts.inviteEmpty : undefined }
      : {
          email: emailError(draft.email, texts),
          code: draft.code.length === 6 ? undefined : texts.codeEmpty,
        }),
  }
  return Object.fromEntries(Object.entries(found).filter(([, error]) => error)) as Partial<
    Record<RegisterField, string>
  >
}

const fieldOfReason: Partial<Record<string, RegisterField>> = {
  NAME_TAKEN: 'username',
  NAME_RULE: 'username',
  WEAK_PASSWORD: 'password',
  INVITE: 'invite',
  FULL: 'invite',
  GUILD_CLOSED: 'invite',
  ARCHIVED: 'invite',
  CODE_WRONG: 'code',
  NO_SMS: 'email',
  CONSENT: 'consent',
}
const fieldsByName: readonly RegisterField[] = ['invite', 'email', 'code', 'mobile', 'username', 'nickname', 'password']

/** The field to which a refusal of the server belongs; undefined if it belongs to none. */
export const problemFields = (failure: CallFailed): RegisterField | undefined =>
  fieldOfReason[failure.reason] ??
  fieldsByName.find((name) => failure.reason === 'INVALID' && failure.data.field === name)
