import type { Kinds } from './kind.ts'
import type { StudentMessages } from './message-data.ts'
import { at, both } from './phrases.ts'

type OfAccounts = Extract<keyof StudentMessages, `account.${string}`>

/** The messages about a person's own account. */
export const accountKinds: Kinds<Pick<StudentMessages, OfAccounts>> = {
  'account.password_changed': {
    topic: null,
    sentences: ({ at: when }, zone) => ({
      title: both('密码已修改', 'Password changed'),
      under: at(when, zone, '{at}', '{at}'),
      content: both('如果不是你改的，请马上告诉老师', 'If this was not you, tell a teacher at once'),
    }),
  },
  'account.password_given': {
    topic: null,
    sentences: ({ at: when }, zone) => ({
      title: both('老师重置了你的密码', 'Staff reset your password'),
      under: at(when, zone, '{at}', '{at}'),
      content: both(
        '确认过的邮箱、自己连接的其他登录要在设置里重新确认、重新连接。如果你没有请老师重置，请马上告诉老师',
        'Confirm your email and link your other log-ins again in your settings. If you did not ask for this, tell a teacher at once',
      ),
    }),
  },
  'account.email_changed': {
    topic: null,
    sentences: ({ email }) => ({ title: both('邮箱已更改', 'Email changed'), content: email }),
  },
  'account.identity_linked': {
    topic: null,
    sentences: ({ provider }) => ({
      title: both(`已连接${provider}`, `${provider} is linked`),
      content: both(
        '从现在起可以用它登录。不是你连接的，请到设置的「安全」里断开，并告诉老师',
        'You can log in with it from now on. If that was not you, take it off under Security in your settings and tell a teacher',
      ),
    }),
  },
  'account.mobile_set': {
    topic: null,
    sentences: ({ mobile }) =>
      mobile === ''
        ? {
            title: both('老师取消了你的手机号', 'Staff took your phone number off'),
            content: both('不再能用它登录', 'You cannot log in with it any more'),
          }
        : {
            title: both('老师核实了你的手机号', 'Staff confirmed your phone number'),
            under: mobile,
            content: both(
              '可以用它和密码登录。如果这不是你的号码，请马上告诉老师',
              'You can log in with it and your password. If it is not yours, tell a teacher at once',
            ),
          },
  },
  'account.email_listed': {
    topic: null,
    sentences: ({ email }) => ({
      title: both('请确认你的邮箱', 'Please confirm your email'),
      under: email,
      content: both(
        '名单上有这个邮箱。在个人中心的设置里确认以后，才能用它收通知、登录和找回密码；不是你的就不用理会',
        'It came with a list. Confirm it in your settings to get notices there, log in with it and reset your password; if it is not yours, leave it',
      ),
    }),
  },
}
