import { roleNames, type RoleKey } from '@tongchuang/contract/accounts.ts'
import { keysOf } from '@tongchuang/contract/records.ts'
import { emailKey, studentNumber, usernameKey } from './keys.ts'

// Han characters, and letters and digits, also in wide form; other characters could imitate these.
const usernameForm = /^[A-Za-z0-9._\-Ａ-Ｚａ-ｚ０-９．＿－\p{Script=Han}]{2,30}$/u
const sayable = /[^._\-．＿－]/u

/** Whether a user name may be chosen. Digits alone look like a 学号 or a mobile number: only an import may set those. */
export const mayBeUsername = (username: string, { imported = false } = {}): boolean =>
  usernameForm.test(username) && sayable.test(username) && (imported || !/^\d+$/.test(usernameKey(username)))

/** A 学号 from an input or a list, as it is stored, and whether it is well-formed. */
export const readStudentNumber = (typed: string): { student_no: string; isOne: boolean } => {
  const student_no = studentNumber(typed)
  return { student_no, isOne: /^[A-Za-z0-9][A-Za-z0-9._-]{1,29}$/.test(student_no) }
}

/** A mobile number as it is shown: 138****5678. */
export const maskMobile = (mobile: string | null): string => {
  if (!mobile) return ''
  return mobile.length < 8 ? `****${mobile.slice(-2)}` : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`
}

/** An e-mail address as it is shown: w***@school.cn. */
export const maskEmail = (email: string | null): string => {
  const at = email?.lastIndexOf('@') ?? -1
  return email && at > 0 ? `${email[0]}***${email.slice(at)}` : ''
}

/** Whether a text is an e-mail address. */
export const isEmail = (text: string): boolean => emailKey(text) !== null

const rank: readonly RoleKey[] = ['admin', 'teacher', 'assistant']

/** The role of highest standing on the admin site; null for those who are only students. */
export const staffRole = (roles: readonly RoleKey[]): RoleKey | null =>
  rank.find((role) => roles.includes(role)) ?? null

/** What the specification calls the role of a person: 学生 when granted, else the highest. */
export const roleName = (roles: readonly RoleKey[]): string => {
  const role = roles.includes('student') ? 'student' : staffRole(roles)
  return role ? roleNames[role] : ''
}

/** The roles a person may act in, and the site each leads to. */
export const roleList = (roles: readonly RoleKey[]) =>
  keysOf(roleNames)
    .filter((key) => roles.includes(key))
    .map((key) => ({
      key,
      name: roleNames[key],
      target: key === 'student' ? ('student' as const) : ('admin' as const),
    }))

/** The role an admin session acts in: the requested one, else the highest; null if it is not granted. */
export const actingRole = (roles: readonly RoleKey[], asked: RoleKey | undefined): RoleKey | null => {
  if (asked === undefined) return staffRole(roles)
  return asked !== 'student' && roles.includes(asked) ? asked : null
}

const browsers: readonly [RegExp, string][] = [
  [/MicroMessenger\//, '微信'],
  [/DingTalk\//, '钉钉'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

const named = (list: readonly [RegExp, string][], text: string): string | undefined =>
  list.find(([form]) => form.test(text))?.[1]

/** A short name for the browser and system of a user agent: Chrome · Windows. */
export const deviceName = (userAgent: string): string =>
  [named(browsers, userAgent), named(systems, userAgent)].filter(Boolean).join(' · ')
