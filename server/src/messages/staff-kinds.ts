import type { StaffTopic } from '@tongchuang/contract/messages.admin.ts'
import type { Kinds } from './kind.ts'
import type { StaffMessages } from './message-data.ts'
import { both } from './phrases.ts'
import { staffAccountKinds } from './staff-account-kinds.ts'
import { answered, hidden, mentioned, mentionedLetter, replied, repliedLetter } from './post-phrases.ts'

const upTo100 = (count: number): string => (count >= 100 ? '100+' : String(count))
const worksWaiting = (count: number) =>
  both(
    `${upTo100(count)}份作品在等批阅`,
    count === 1 ? '1 work waits for review' : `${upTo100(count)} works wait for review`,
  )

/** Every kind of message to staff. */
export const staffKinds: Kinds<StaffMessages, StaffTopic> = {
  ...staffAccountKinds,
  'deletion.asked': {
    topic: null,
    sentences: ({ student }) => ({
      title: both('有人申请注销账号', 'A request to delete an account'),
      content: student,
    }),
    letter: () => ({ title: both('有人申请注销账号', 'A request to delete an account'), content: '' }),
  },
  'submission.new': {
    topic: 'waiting',
    sentences: ({ task, count }) => ({ title: worksWaiting(count), content: task }),
  },
  'submission.waiting': {
    topic: 'waiting',
    sentences: ({ task, count }) => ({
      title: both('有作品等了两天', 'Waiting for two days'),
      under: both(`${count}份`, count === 1 ? '1 work' : `${count} works`),
      content: task,
    }),
  },
  'appeal.opened': {
    topic: 'appeal',
    sentences: ({ task, student }) => ({
      title: both(`${student}对成绩有疑问`, `${student} asks for a second look`),
      content: task,
    }),
    letter: ({ task }) => ({ title: both('有人申诉', 'An appeal'), content: task }),
  },
  'extension.asked': {
    topic: 'extension',
    sentences: ({ task, student }) => ({
      title: both(`${student}申请延期`, `${student} asks for more time`),
      content: task,
    }),
    letter: ({ task }) => ({ title: both('有人申请延期', 'A request for more time'), content: task }),
  },
  'note.waiting': {
    topic: 'question',
    sentences: ({ task, student }) => ({
      title: both(`${student}在等你回复`, `${student} waits for your answer`),
      content: task,
    }),
    letter: ({ task }) => ({
      title: both('有学生在成绩下等你回复', 'A student waits for an answer under a result'),
      content: task,
    }),
  },
  'discussion.waiting': {
    topic: 'question',
    sentences: ({ task, count }) => ({
      title: both('有提问等你回答', 'Questions to answer'),
      under: both(`${count}个`, count === 1 ? '1 question' : `${count} questions`),
      content: task,
    }),
  },
  'post.replied': {
    topic: 'reply',
    sentences: replied,
    letter: repliedLetter,
  },
  'post.mentioned': {
    topic: 'reply',
    sentences: mentioned,
    letter: mentionedLetter,
  },
  'post.answered': {
    topic: 'reply',
    sentences: answered,
    letter: ({ task }) => ({ title: both('你的回复被采纳', 'Your reply was marked as the answer'), content: task }),
  },
  'post.hidden': { topic: null, sentences: hidden },
  'report.opened': {
    topic: 'report',
    sentences: ({ guild, people }) => ({
      title: both('有内容被举报', 'Something was reported'),
      under: both(`${people}人`, people === 1 ? '1 person' : `${people} people`),
      content: guild,
    }),
  },
  'work.share_asked': {
    topic: 'work',
    sentences: ({ guild, count }) => ({
      title: both('有作品等你同意分享', 'Works waiting to be shared'),
      under: both(
        `${count >= 100 ? '100+' : count}件`,
        count === 1 ? '1 work' : `${count >= 100 ? '100+' : count} works`,
      ),
      content: guild,
    }),
  },
  'work.pick_proposed': {
    topic: 'work',
    sentences: ({ work, assistant }) => ({
      title: both('助教推荐了一件优秀作品', 'An assistant picked a work'),
      under: assistant,
      content: work,
    }),
    letter: ({ assistant }) => ({
      title: both('助教推荐了一件优秀作品', 'An assistant picked a work'),
      content: assistant,
    }),
  },
  'announcement.replied': {
    topic: 'reply',
    sentences: ({ guild, title, count }) => ({
      title: both(
        `公告有${upTo100(count)}条回复`,
        count === 1 ? '1 reply to an announcement' : `${upTo100(count)} replies to an announcement`,
      ),
      under: guild,
      content: title,
    }),
  },
  'robot.stopped': {
    topic: 'robot',
    sentences: ({ guild, robot }) => ({
      title: both('班级群机器人停了', 'A robot of a class group stopped'),
      under: robot,
      content: guild,
    }),
  },
  'join.asked': {
    topic: 'join',
    sentences: ({ student, message }) => ({
      title: both(`${student}申请入会`, `${student} asks to join`),
      content: both(message, message),
    }),
    letter: ({ guild }) => ({ title: both('有人申请入会', 'A request to join'), content: guild }),
  },
}
