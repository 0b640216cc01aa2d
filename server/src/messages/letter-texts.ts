import type { Language } from '@tongchuang/contract/errors.ts'

type Line = { title: string; subTitle: string; content: string; link: string | null }
type Given = {
  site_name: string
  language: Language
  /** Whether the notices are for staff. */
  ofStaff: boolean
  nickname: string
  lines: readonly Line[]
  /** Number of notices that are not listed. */
  more: number
  /** The address of the site, '' where it is not known. */
  base: string
  unsubscribe: string
}

const texts = {
  'zh-CN': {
    hello: (name: string) => `${name}，你好：`,
    several: (n: number) => `你有${n}条新通知`,
    more: (n: number) => `还有${n}条，登录后可以看到。`,
    settings: '想收到哪些邮件，可以在「个人中心 → 设置 → 通知」里选。',
    staffSettings: '想收到哪些邮件，可以在管理端「提醒 → 哪些提醒我」里选。',
    stop: (link: string) => `不再收到通知邮件：${link}`,
    joint: '：',
  },
  'en-US': {
    hello: (name: string) => `Hello ${name},`,
    several: (n: number) => `You have ${n} new notices`,
    more: (n: number) => `${n} more are waiting for you on the site.`,
    settings: 'Choose what is mailed to you under My centre → Settings → Notices.',
    staffSettings: 'Choose what is mailed to you on the admin site, under Notices → What I am told.',
    stop: (link: string) => `Stop these emails: ${link}`,
    joint: ': ',
  },
} as const

/** A letter about one or several notices. */
export const letterOf = ({
  site_name,
  language,
  ofStaff,
  nickname,
  lines,
  more,
  base,
  unsubscribe,
}: Given): { subject: string; text: string } => {
  const words = texts[language]
  const [first] = lines
  const subject = lines.length === 1 && first ? first.title : words.several(lines.length + more)
  const said = lines.flatMap(({ title, subTitle, content, link }) => [
    `· ${[title, subTitle].filter(Boolean).join('  ')}`,
    ...(content ? [`  ${content}`] : []),
    ...(base && link ? [`  ${base}${link}`] : []),
    '',
  ])
  const end = [
    ...(more > 0 ? [words.more(more), ''] : []),
    ofStaff ? words.staffSettings : words.settings,
    ...(unsubscribe ? [words.stop(unsubscribe)] : []),
    '',
    `—— ${site_name}`,
    '',
  ]
  return {
    subject: `${site_name}${words.joint}${subject}`,
    text: [words.hello(nickname), '', ...said, ...end].join('\n'),
  }
}
