import type { CodeEvent } from './codes.ts'

type Letter = { subject: string; text: string }

const purposes: Record<CodeEvent, string> = {
  register: '注册 / registration',
  resetpwd: '找回密码 / password reset',
  change: '更换邮箱 / change of email',
}

// Both languages at once: whoever has no account yet has chosen none.
const letter = (site: string, subject: string, ...lines: string[]): Letter => ({
  subject: `${site}：${subject}`,
  text: [...lines, '', `—— ${site}`, ''].join('\n'),
})

/** The letter with a code. The subject omits the code: locked phones show subjects, and mail servers log them. */
export const codeLetter = (site: string, event: CodeEvent, code: string): Letter =>
  letter(
    site,
    '你的验证码 / Your code',
    `你的验证码是${code}，5分钟内有效，只能用一次。用途：${purposes[event]}。`,
    `Your code is ${code}. It is valid for 5 minutes and can be used once.`,
    '',
    '如果不是你在操作，请忽略这封信，也不要把验证码告诉任何人。',
    'If you did not ask for it, ignore this email and tell nobody the code.',
  )

/** Sent instead of a code to the owner of an address that somebody tries to use for a new account. */
export const takenLetter = (site: string): Letter =>
  letter(
    site,
    '这个邮箱已有账号 / You have an account',
    '有人想用这个邮箱注册或绑定账号，但它已经属于一个账号，所以没有发出验证码。',
    '如果是你，请直接登录；忘了密码可以在登录页用邮箱找回。如果不是你，不用理会。',
    'Somebody asked for a code with this address, which already belongs to an account. If that was you, log in or reset your password; otherwise ignore this.',
  )

/** What a confirmed address gets when staff have given its account a new password. */
export const resetLetter = (site: string): Letter =>
  letter(
    site,
    '老师重置了你的密码 / Staff reset your password',
    '老师或管理员给了你的账号一个新密码。用它登录以后，请在设置里重新确认这个邮箱；确认以前，不能用它收通知和找回密码。',
    '如果你没有请人重置，请马上告诉老师或管理员。',
    'Staff gave your account a new password. Log in with it and confirm this address again in your settings: until then it gets no notices and resets no password.',
    'If you did not ask for this, tell a teacher or an administrator at once.',
  )

/** What the former address gets when an account has a new one. */
export const changedLetter = (site: string, masked: string): Letter =>
  letter(
    site,
    '邮箱已更换 / Email changed',
    `你的账号现在使用邮箱${masked}。如果不是你改的，请马上告诉老师或管理员。`,
    `Your account now uses ${masked}. If you did not change it, tell a teacher or an administrator at once.`,
  )
