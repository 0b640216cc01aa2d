import type { Kinds } from './kind.ts'
import type { StaffMessages } from './message-data.ts'
import { both, followed } from './phrases.ts'

/** What staff are told. */
export const staffKinds: Kinds<StaffMessages> = {
  'deletion.asked': {
    topic: null,
    sentences: ({ student }) => ({
      title: both('有人申请注销账号', 'A request to delete an account'),
      content: student,
    }),
  },
  'submission.new': {
    topic: null,
    sentences: ({ task, student, count }) => ({
      title: both('有作品等你批阅', 'Work to review'),
      under: count > 1 ? both(`${count >= 100 ? '100+' : count}份`, `${count >= 100 ? '100+' : count} works`) : student,
      content: task,
    }),
  },
  'submission.waiting': {
    topic: null,
    sentences: ({ task, count }) => ({
      title: both('有作品等了两天', 'Waiting for two days'),
      under: both(`${count}份`, count === 1 ? '1 work' : `${count} works`),
      content: task,
    }),
  },
  'appeal.opened': {
    topic: null,
    sentences: ({ task, student }) => ({ title: both('有人申诉', 'An appeal'), under: student, content: task }),
  },
  'extension.asked': {
    topic: null,
    sentences: ({ task, student }) => ({
      title: both('有人请求延期', 'A request for more time'),
      under: student,
      content: task,
    }),
  },
  'discussion.waiting': {
    topic: 'replies',
    sentences: ({ task, count }) => ({
      title: both('有提问等你回答', 'Questions to answer'),
      under: both(`${count}个`, count === 1 ? '1 question' : `${count} questions`),
      content: task,
    }),
  },
  'report.opened': {
    topic: null,
    sentences: ({ guild, people }) => ({
      title: both('有内容被举报', 'Something was reported'),
      under: both(`${people}人`, people === 1 ? '1 person' : `${people} people`),
      content: guild,
    }),
  },
  'work.share_asked': {
    topic: 'growth',
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
    topic: 'growth',
    sentences: ({ work, assistant }) => ({
      title: both('助教推荐了一件优秀作品', 'An assistant picked a work'),
      under: assistant,
      content: work,
    }),
  },
  'join.asked': {
    topic: null,
    sentences: ({ guild, student, message }) => ({
      title: both('有人申请入会', 'A request to join'),
      under: guild,
      content: followed(both(student, student), message),
    }),
  },
}
