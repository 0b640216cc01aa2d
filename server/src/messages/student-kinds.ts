import { accountKinds } from './account-kinds.ts'
import type { Kinds } from './kind.ts'
import type { StudentMessages } from './message-data.ts'
import { at, both, followed, marked, until } from './phrases.ts'
import { answered, hidden, mentioned, mentionedLetter, replied, repliedLetter } from './post-phrases.ts'

/** Every kind of message to students. */
export const studentKinds: Kinds<StudentMessages> = {
  'task.published': {
    topic: 'tasks',
    sentences: ({ task, guild }) => ({ title: both('新任务', 'New task'), under: guild, content: task }),
  },
  'task.due_soon': {
    topic: 'due',
    sentences: ({ task, due_at }, zone) => ({
      title: both('快到截止时间了', 'Due soon'),
      under: until(due_at, zone),
      content: task,
    }),
  },
  'task.reminded': {
    topic: 'due',
    sentences: ({ task, due_at }, zone) => ({
      title: both('老师提醒你提交', 'Please submit this'),
      under: until(due_at, zone),
      content: task,
    }),
  },
  'task.dates_changed': {
    topic: 'tasks',
    sentences: ({ task, due_at }, zone) => ({
      title: both('任务时间有变', 'New dates'),
      under: until(due_at, zone),
      content: task,
    }),
  },
  'task.changed': {
    topic: 'tasks',
    sentences: ({ task }) => ({ title: both('任务要求有变', 'Task changed'), content: task }),
  },
  'task.expired': {
    topic: 'tasks',
    sentences: ({ task, draft = true }) => ({
      title: both('任务已过期', 'Task expired'),
      content: draft
        ? both(`「${task}」已停止提交，草稿还在`, `“${task}” is closed. Your draft is kept`)
        : both(`「${task}」已停止提交`, `“${task}” is closed`),
    }),
  },
  'task.extended': {
    topic: 'tasks',
    sentences: ({ task, until: last }, zone) => ({
      title: both('截止时间延后了', 'More time for you'),
      under: until(last, zone),
      content: task,
    }),
  },
  'task.reopened': {
    topic: 'tasks',
    sentences: ({ task, reason, until: last }, zone) => ({
      title: both('可以再交一次', 'You may submit again'),
      under: until(last, zone),
      content: followed(both(`「${task}」`, `“${task}”`), reason),
    }),
  },
  'task.excused': {
    topic: 'tasks',
    sentences: ({ task, reason }) => ({
      title: both('这个任务免做', 'Excused'),
      content: followed(both(`「${task}」`, `“${task}”`), reason),
    }),
  },
  'submission.returned': {
    topic: 'feedback',
    sentences: ({ task, marks, until: last }, zone) => ({
      title:
        marks > 0
          ? both(`老师请你修改${marks}处`, `Please revise ${marks === 1 ? 'one place' : `${marks} places`}`)
          : both('老师请你修改', 'Please revise your work'),
      under: until(last, zone),
      content: task,
    }),
  },
  'result.released': {
    topic: 'feedback',
    sentences: ({ task, decision, score, max }) => ({
      title: decision === 'pass' ? both('作品已通过', 'Your work passed') : both('结果已公布', 'Your result is out'),
      under: marked(score, max),
      content: task,
    }),
  },
  'result.entered': {
    topic: 'feedback',
    sentences: ({ task, decision, score, max }) => ({
      title: both('结果已公布', 'Your result is out'),
      under: decision === 'missing' ? both('缺', 'Missing') : marked(score, max),
      content: task,
    }),
  },
  'result.corrected': {
    topic: 'feedback',
    sentences: ({ task, score, max }) => ({
      title: both('结果有更正', 'Your result was corrected'),
      under: marked(score, max),
      content: task,
    }),
  },
  'extension.answered': {
    topic: 'answers',
    sentences: ({ task, granted, until: last, answer }, zone) => ({
      title: granted ? both('延期已同意', 'More time granted') : both('延期未同意', 'No more time'),
      under: until(last, zone),
      content: followed(both(`「${task}」`, `“${task}”`), answer),
    }),
  },
  'appeal.answered': {
    topic: 'answers',
    sentences: ({ task, changed, answer }) => ({
      title: changed
        ? both('申诉有结果：已更改', 'Appeal answered: result changed')
        : both('申诉有结果：维持原结果', 'Appeal answered: result kept'),
      content: followed(both(`「${task}」`, `“${task}”`), answer),
    }),
  },
  'note.written': {
    topic: 'replies',
    sentences: ({ task, who, excerpt }) => ({
      title: both(`${who}给你写了一句`, `${who} wrote to you`),
      under: task,
      content: excerpt,
    }),
    letter: ({ task }) => ({
      title: both('老师在成绩下给你写了一句', 'Your teacher wrote to you under a result'),
      content: task,
    }),
  },
  'join.answered': {
    topic: 'answers',
    sentences: ({ guild, admitted }) => ({
      title: admitted
        ? both('欢迎加入公会', 'Welcome to the guild')
        : both('入会申请未通过', 'Your request was declined'),
      content: guild,
    }),
  },
  'guild.announced': {
    topic: 'tasks',
    sentences: ({ guild, title }) => ({ title: both('新公告', 'New announcement'), under: guild, content: title }),
  },
  'guild.removed': {
    topic: 'answers',
    sentences: ({ guild }) => ({ title: both('你已被移出公会', 'You were removed from a guild'), content: guild }),
  },
  'guild.invited': {
    topic: 'answers',
    sentences: ({ guild, who, role }) => ({
      title:
        role === 'student'
          ? both('邀请你加入公会', 'You are invited to a guild')
          : role === 'assistant'
            ? both('邀请你担任助教', 'You are invited to assist')
            : both('邀请你担任老师', 'You are invited to teach'),
      under: who,
      content: guild,
    }),
  },
  'discussion.replied': { topic: 'replies', sentences: replied, letter: repliedLetter },
  'discussion.mentioned': { topic: 'replies', sentences: mentioned, letter: mentionedLetter },
  'discussion.answered': { topic: 'replies', sentences: answered },
  'discussion.hidden': { topic: null, sentences: hidden },
  'work.reported_hidden': {
    topic: null,
    sentences: ({ title, reason }) => ({
      title: both('你的作品不再公开展示', 'Your work is no longer on show'),
      content: followed(both(`「${title}」`, `“${title}”`), reason),
    }),
  },
  'level.up': {
    topic: 'growth',
    sentences: ({ level, zh, en }) => ({
      title: both(`升到${level}级`, `Level ${level}`),
      content: both(`你现在是「${zh}」了`, `You are now ${en}`),
    }),
  },
  'likes.summary': {
    topic: 'likes',
    sentences: ({ count }) => ({
      title: both(
        `昨天收到${count >= 10 ? '10个以上的' : `${count}个`}赞`,
        `${count >= 10 ? 'More than ten likes' : count === 1 ? '1 like' : `${count} likes`} yesterday`,
      ),
      content: both('来自同学对你的作品和讨论', 'For your works and posts'),
    }),
  },
  'work.picked': {
    topic: 'growth',
    sentences: ({ work, reason }) => ({
      title: both('被评为优秀作品', 'Marked as excellent'),
      content: followed(both(`「${work}」`, `“${work}”`), reason),
    }),
  },
  'work.hidden': {
    topic: 'growth',
    sentences: ({ work, reason }) => ({
      title: both('作品已从作品欣赏中隐藏', 'Your work was hidden from the gallery'),
      content: followed(both(`「${work}」`, `“${work}”`), reason),
    }),
  },
  'work.shown': {
    topic: 'growth',
    sentences: ({ work }) => ({ title: both('作品重新展示', 'Your work is shown again'), content: work }),
  },
  'work.share_answered': {
    topic: 'growth',
    sentences: ({ work, granted, answer }) => ({
      title: granted
        ? both('老师同意分享你的作品', 'Your work may be shared')
        : both('老师没有同意分享你的作品', 'Your work is not shared'),
      content: followed(both(`「${work}」`, `“${work}”`), answer),
    }),
  },
  ...accountKinds,
  'export.ready': {
    topic: null,
    sentences: ({ until: last }, zone) => ({
      title: both('你的数据准备好了', 'Your data is ready'),
      under: at(last, zone, '{at}前可以下载', 'Until {at}'),
      content: both('在个人中心的设置里下载', 'Download it from your settings'),
    }),
  },
  'deletion.refused': {
    topic: null,
    sentences: ({ answer }) => ({ title: both('注销申请没有通过', 'Your account stays'), content: answer }),
  },
}
