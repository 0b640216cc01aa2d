import { looksLikeEmail } from '@tongchuang/contract/rules/email.ts'
import { useTexts } from '../../locales/texts.ts'
import { lengthOf } from './rules.ts'

type RuleTexts = { passwordEmpty: string; passwordShort: string; passwordLong: string }

/** The sentences for a password that breaks a rule. */
export const useRuleTexts = (): RuleTexts => useTexts().accounts

/** The error of a new password that the page can detect; undefined if there is none. */
export const passwordError = (password: string, texts: RuleTexts): string | undefined => {
  if (password === '') return texts.passwordEmpty
  if (lengthOf(password) < 8) return texts.passwordShort
  return lengthOf(password) > 64 ? texts.passwordLong : undefined
}

/** The error of an email address that the page can detect; undefined if there is none. */
export const emailError = (email: string, texts: { emailEmpty: string; emailWrong: string }): string | undefined => {
  if (email.trim() === '') return texts.emailEmpty
  return looksLikeEmail(email) ? undefined : texts.emailWrong
}
