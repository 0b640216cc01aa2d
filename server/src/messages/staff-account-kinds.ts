import type { StaffTopic } from '@tongchuang/contract/messages.admin.ts'
import type { Kinds } from './kind.ts'
import type { StaffMessages } from './message-data.ts'
import { at, both } from './phrases.ts'

type OfOwn = Extract<keyof StaffMessages, `own.${string}`>

/** What staff are told about their own account, on the admin site: most of them can open no other. */
export const staffAccountKinds: Kinds<Pick<StaffMessages, OfOwn>, StaffTopic> = {
  'own.password_changed': {
    topic: null,
    sentences: ({ at: when }, zone) => ({
      title: both('密码已修改', 'Password changed'),
      under: at(when, zone, '{at}', '{at}'),
      content: both('如果不是你改的，请马上告诉管理员', 'If this was not you, tell an administrator at once'),
    }),
  },
  'own.password_given': {
    topic: null,
    sentences: ({ at: when }, zone) => ({
      title: both('你的密码被重置了', 'Your password was reset'),
      under: at(when, zone, '{at}', '{at}'),
      content: both(
        '确认过的邮箱、自己连接的其他登录要重新确认、重新连接。如果你没有请人重置，请马上告诉管理员',
        'Confirm your email and link your other log-ins again. If you did not ask for this, tell an administrator at once',
      ),
    }),
  },
  'own.email_changed': {
    topic: null,
    sentences: ({ email }) => ({
      title: both('邮箱已更改', 'Email changed'),
      under: email,
      content: both('如果不是你改的，请马上告诉管理员', 'If this was not you, tell an administrator at once'),
    }),
  },
  'own.identity_linked': {
    topic: null,
    sentences: ({ provider }) => ({
      title: both(`已连接${provider}`, `${provider} is linked`),
      content: both(
        '从现在起可以用它登录。不是你连接的，请到「我的账号」里断开，并告诉管理员',
        'You can log in with it from now on. If that was not you, take it off under My account and tell an administrator',
      ),
    }),
  },
}
