import type { Language } from '@tongchuang/contract/errors.ts'
import { say, type Bilingual } from '../http/language.ts'

/** In which language a reader reads, and in which zone the school's clocks run. */
export type Reader = { language: Language; zone: string }

/** What each kind of message is about: the only fields its sentences have. Instants are ISO-8601. */
export type MessageData = {
  // To students
  'task.published': { task: string; guild: string }
  'task.due_soon': { task: string; due_at: string }
  /** Staff ask for it: `due_at` is when this student's time ends. */
  'task.reminded': { task: string; due_at: string | null }
  'task.dates_changed': { task: string; due_at: string | null }
  'task.changed': { task: string }
  'task.expired': { task: string }
  'task.extended': { task: string; until: string }
  'task.reopened': { task: string; reason: string; until: string | null }
  'task.excused': { task: string; reason: string }
  'submission.returned': { task: string; marks: number; until: string | null }
  /** `score` null: passed or failed without a number. */
  'result.released': { task: string; decision: 'pass' | 'fail'; score: number | null; max: number }
  'result.corrected': { task: string; before: number | null; score: number | null; max: number }
  'extension.answered': { task: string; granted: boolean; until: string | null; answer: string }
  'appeal.answered': { task: string; changed: boolean; answer: string }
  'join.answered': { guild: string; admitted: boolean }
  'guild.removed': { guild: string }
  /** `who` null: written without a name. */
  'discussion.replied': { task: string; who: string | null; excerpt: string }
  'discussion.mentioned': { task: string; who: string | null; excerpt: string }
  'discussion.answered': { task: string; excerpt: string }
  'discussion.hidden': { task: string; reason: string; excerpt: string }
  'work.reported_hidden': { title: string; reason: string }
  /** Of one school day; 10: that many or more. */
  'likes.summary': { count: number }
  'level.up': { level: number; zh: string; en: string }
  'work.picked': { work: string; reason: string }
  'work.hidden': { work: string; reason: string }
  'work.shown': { work: string }
  'work.share_answered': { work: string; granted: boolean; answer: string }
  // To anyone
  'account.password_changed': { at: string }
  'account.password_given': { at: string }
  'account.email_changed': { email: string }
  'export.ready': { until: string }
  'deletion.refused': { answer: string }
  // To staff
  'deletion.asked': { student: string }
  /** One row per task and person, kept up to date: who handed in last, and how many works wait (100: that many or more). */
  'submission.new': { task: string; student: string; count: number }
  'submission.waiting': { task: string; count: number }
  'appeal.opened': { task: string; student: string }
  'extension.asked': { task: string; student: string }
  /** How many questions of a task nobody has replied to. */
  'discussion.waiting': { task: string; count: number }
  'report.opened': { guild: string; people: number }
  'join.asked': { guild: string; student: string; message: string }
  /** One row per guild and person, kept up to date (100: that many or more). */
  'work.share_asked': { guild: string; count: number }
  'work.pick_proposed': { work: string; assistant: string }
}

export type MessageKind = keyof MessageData
type Part = string | Bilingual
/** `under` stands beside the title, small. */
type Sentences = { title: Part; under?: Part; content: Part }

const both = (zh: string, en: string): Bilingual => ({ zh, en })

// Made once for each language and zone: making one takes as long as thirty dates.
const clocks = new Map<string, Intl.DateTimeFormat>()

const clockIn = (language: Language, zone: string): Intl.DateTimeFormat => {
  const key = `${language} ${zone}`
  const known = clocks.get(key)
  if (known) return known
  const clock = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(key, clock)
  return clock
}

const dateIn = (instant: string, language: Language, zone: string): string =>
  clockIn(language, zone).format(new Date(instant))

/** `{…}` in both languages is the moment on the school's clock. */
const at = (instant: string, zone: string, zh: string, en: string): Bilingual =>
  both(zh.replace('{at}', dateIn(instant, 'zh-CN', zone)), en.replace('{at}', dateIn(instant, 'en-US', zone)))

const until = (instant: string | null, zone: string): Bilingual =>
  instant ? at(instant, zone, '截止{at}', 'Due {at}') : both('', '')

const marked = (score: number | null, max: number): Bilingual =>
  score === null ? both('', '') : both(`${score}分，满分${max}`, `${score} of ${max}`)

const followed = (first: Bilingual, rest: string): Bilingual =>
  rest === '' ? first : both(`${first.zh}：${rest}`, `${first.en}: ${rest}`)

/** Somebody did something; without a name it was a classmate. */
const said = (who: string | null, zh: string, en: string): Bilingual =>
  both(`${who ?? '一位同学'}${zh}`, `${who ?? 'A classmate'} ${en}`)

/** The sentences of every kind. */
const table: { readonly [K in MessageKind]: (data: MessageData[K], zone: string) => Sentences } = {
  'task.published': ({ task, guild }) => ({ title: both('新任务', 'New task'), under: guild, content: task }),
  'task.due_soon': ({ task, due_at }, zone) => ({
    title: both('快到截止时间了', 'Due soon'),
    under: until(due_at, zone),
    content: task,
  }),
  'task.reminded': ({ task, due_at }, zone) => ({
    title: both('老师提醒你提交', 'Please hand this in'),
    under: until(due_at, zone),
    content: task,
  }),
  'task.dates_changed': ({ task, due_at }, zone) => ({
    title: both('任务时间有变', 'New dates'),
    under: until(due_at, zone),
    content: task,
  }),
  'task.changed': ({ task }) => ({ title: both('任务要求有变', 'Task changed'), content: task }),
  'task.expired': ({ task }) => ({
    title: both('任务已过期', 'Task expired'),
    content: both(`「${task}」已关闭，草稿还在`, `“${task}” is closed. Your draft is kept`),
  }),
  'task.extended': ({ task, until: last }, zone) => ({
    title: both('截止时间延后了', 'More time for you'),
    under: until(last, zone),
    content: task,
  }),
  'task.reopened': ({ task, reason, until: last }, zone) => ({
    title: both('可以再交一次', 'You may hand in again'),
    under: until(last, zone),
    content: followed(both(`「${task}」`, `“${task}”`), reason),
  }),
  'task.excused': ({ task, reason }) => ({
    title: both('这个任务免做', 'Excused'),
    content: followed(both(`「${task}」`, `“${task}”`), reason),
  }),
  'submission.returned': ({ task, marks, until: last }, zone) => ({
    title:
      marks > 0
        ? both(`老师请你修改${marks}处`, `Please revise ${marks === 1 ? 'one place' : `${marks} places`}`)
        : both('老师请你修改', 'Please revise your work'),
    under: until(last, zone),
    content: task,
  }),
  'result.released': ({ task, decision, score, max }) => ({
    title: decision === 'pass' ? both('作品已通过', 'Your work passed') : both('结果已公布', 'Your result is out'),
    under: marked(score, max),
    content: task,
  }),
  'result.corrected': ({ task, score, max }) => ({
    title: both('结果有更正', 'Your result was corrected'),
    under: marked(score, max),
    content: task,
  }),
  'extension.answered': ({ task, granted, until: last, answer }, zone) => ({
    title: granted ? both('延期已同意', 'More time granted') : both('延期未同意', 'No more time'),
    under: until(last, zone),
    content: followed(both(`「${task}」`, `“${task}”`), answer),
  }),
  'appeal.answered': ({ task, changed, answer }) => ({
    title: changed
      ? both('申诉有结果：已更改', 'Appeal answered: result changed')
      : both('申诉有结果：维持原结果', 'Appeal answered: result kept'),
    content: followed(both(`「${task}」`, `“${task}”`), answer),
  }),
  'join.answered': ({ guild, admitted }) => ({
    title: admitted
      ? both('欢迎加入公会', 'Welcome to the guild')
      : both('入会申请未通过', 'Your request was declined'),
    content: guild,
  }),
  'guild.removed': ({ guild }) => ({ title: both('你已被移出公会', 'You were removed from a guild'), content: guild }),
  'discussion.replied': ({ task, who, excerpt }) => ({
    title: said(who, '回复了你', 'replied to you'),
    under: task,
    content: excerpt,
  }),
  'discussion.mentioned': ({ task, who, excerpt }) => ({
    title: said(who, '提到了你', 'mentioned you'),
    under: task,
    content: excerpt,
  }),
  'discussion.answered': ({ task, excerpt }) => ({
    title: both('你的回复被标为答案', 'Your reply was marked as the answer'),
    under: task,
    content: excerpt,
  }),
  'discussion.hidden': ({ task, reason, excerpt }) => ({
    title: both('你的发言被隐藏了', 'Your post was hidden'),
    under: task,
    content: followed(both(`「${excerpt}」`, `“${excerpt}”`), reason),
  }),
  'work.reported_hidden': ({ title, reason }) => ({
    title: both('你的作品不再公开展示', 'Your work is no longer on show'),
    content: followed(both(`「${title}」`, `“${title}”`), reason),
  }),
  'level.up': ({ level, zh, en }) => ({
    title: both(`升到${level}级`, `Level ${level}`),
    content: both(`你现在是「${zh}」了`, `You are now ${en}`),
  }),
  'likes.summary': ({ count }) => ({
    title: both(
      `昨天收到${count >= 10 ? '10个以上的' : `${count}个`}赞`,
      `${count >= 10 ? 'More than ten likes' : count === 1 ? '1 like' : `${count} likes`} yesterday`,
    ),
    content: both('来自同学对你的作品和讨论', 'For your works and posts'),
  }),
  'work.picked': ({ work, reason }) => ({
    title: both('被评为优秀作品', 'Marked as excellent'),
    content: followed(both(`「${work}」`, `“${work}”`), reason),
  }),
  'work.hidden': ({ work, reason }) => ({
    title: both('作品已从作品欣赏中隐藏', 'Your work was hidden from the gallery'),
    content: followed(both(`「${work}」`, `“${work}”`), reason),
  }),
  'work.shown': ({ work }) => ({ title: both('作品重新展示', 'Your work is shown again'), content: work }),
  'work.share_answered': ({ work, granted, answer }) => ({
    title: granted
      ? both('老师同意分享你的作品', 'Your work may be shared')
      : both('老师没有同意分享你的作品', 'Your work is not shared'),
    content: followed(both(`「${work}」`, `“${work}”`), answer),
  }),
  'account.password_changed': ({ at: when }, zone) => ({
    title: both('密码已修改', 'Password changed'),
    under: at(when, zone, '{at}', '{at}'),
    content: both('如果不是你改的，请马上告诉老师', 'If this was not you, tell a teacher at once'),
  }),
  'account.password_given': ({ at: when }, zone) => ({
    title: both('老师重置了你的密码', 'Staff reset your password'),
    under: at(when, zone, '{at}', '{at}'),
    content: both('如果你没有请老师重置，请马上告诉老师', 'If you did not ask for this, tell a teacher at once'),
  }),
  'export.ready': ({ until: last }, zone) => ({
    title: both('你的数据准备好了', 'Your data is ready'),
    under: at(last, zone, '{at}前可以下载', 'Until {at}'),
    content: both('在个人中心的设置里下载', 'Download it from your settings'),
  }),
  'deletion.refused': ({ answer }) => ({ title: both('注销申请没有通过', 'Your account stays'), content: answer }),
  'deletion.asked': ({ student }) => ({
    title: both('有人申请注销账号', 'A request to delete an account'),
    content: student,
  }),
  'account.email_changed': ({ email }) => ({ title: both('邮箱已更改', 'E-mail changed'), content: email }),
  'submission.new': ({ task, student, count }) => ({
    title: both('有作品等你批阅', 'Work to review'),
    under: count > 1 ? both(`${count >= 100 ? '100+' : count}份`, `${count >= 100 ? '100+' : count} works`) : student,
    content: task,
  }),
  'submission.waiting': ({ task, count }) => ({
    title: both('有作品等了两天', 'Waiting for two days'),
    under: both(`${count}份`, count === 1 ? '1 work' : `${count} works`),
    content: task,
  }),
  'appeal.opened': ({ task, student }) => ({ title: both('有人申诉', 'An appeal'), under: student, content: task }),
  'extension.asked': ({ task, student }) => ({
    title: both('有人请求延期', 'A request for more time'),
    under: student,
    content: task,
  }),
  'discussion.waiting': ({ task, count }) => ({
    title: both('有提问等你回答', 'Questions to answer'),
    under: both(`${count}个`, count === 1 ? '1 question' : `${count} questions`),
    content: task,
  }),
  'report.opened': ({ guild, people }) => ({
    title: both('有内容被举报', 'Something was reported'),
    under: both(`${people}人`, people === 1 ? '1 person' : `${people} people`),
    content: guild,
  }),
  'work.share_asked': ({ guild, count }) => ({
    title: both('有作品等你同意分享', 'Works waiting to be shared'),
    under: both(
      `${count >= 100 ? '100+' : count}件`,
      count === 1 ? '1 work' : `${count >= 100 ? '100+' : count} works`,
    ),
    content: guild,
  }),
  'work.pick_proposed': ({ work, assistant }) => ({
    title: both('助教推荐了一件优秀作品', 'An assistant picked a work'),
    under: assistant,
    content: work,
  }),
  'join.asked': ({ guild, student, message }) => ({
    title: both('有人申请入会', 'A request to join'),
    under: guild,
    content: followed(both(student, student), message),
  }),
}

const inLanguage = (part: Part, language: Language): string => (typeof part === 'string' ? part : say(part, language))

/** The sentences of a stored message for its reader; a kind of another version of the product keeps its name. */
export const sentencesOf = (
  kind: string,
  data: unknown,
  { language, zone }: Reader,
): { title: string; subTitle: string; content: string } => {
  const make = (table as Readonly<Record<string, (data: never, zone: string) => Sentences>>)[kind]
  if (!make) return { title: kind, subTitle: '', content: '' }
  const { title, under = '', content } = make(data as never, zone)
  return {
    title: inLanguage(title, language),
    subTitle: inLanguage(under, language),
    content: inLanguage(content, language),
  }
}
