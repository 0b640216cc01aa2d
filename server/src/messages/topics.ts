import type { NoticeTopic } from '@tongchuang/contract/messages.ts'

/** How a topic reaches somebody who has decided nothing. In the box everything is on; by mail what cannot wait. */
export const byDefault: Readonly<Record<NoticeTopic, { in_app: boolean; mail: boolean }>> = {
  feedback: { in_app: true, mail: true },
  answers: { in_app: true, mail: true },
  due: { in_app: true, mail: true },
  tasks: { in_app: true, mail: false },
  replies: { in_app: true, mail: false },
  likes: { in_app: true, mail: false },
  growth: { in_app: true, mail: false },
}

/** Returned, released and answered go out at once; the rest waits for the letter of the day. */
export const isImmediate = (topic: NoticeTopic): boolean => topic === 'feedback' || topic === 'answers'

const topics: Readonly<Record<string, NoticeTopic | null>> = {
  'submission.returned': 'feedback',
  'result.released': 'feedback',
  'result.corrected': 'feedback',
  'extension.answered': 'answers',
  'appeal.answered': 'answers',
  'join.answered': 'answers',
  'task.due_soon': 'due',
  'task.published': 'tasks',
  'task.dates_changed': 'tasks',
  'task.changed': 'tasks',
  'task.expired': 'tasks',
  'task.extended': 'tasks',
  'task.reopened': 'tasks',
  'task.excused': 'tasks',
  'likes.summary': 'likes',
  'level.up': 'growth',
  // What staff took away is told whatever somebody chose.
  'discussion.hidden': null,
  'work.reported_hidden': null,
}

const byBeginning: readonly (readonly [string, NoticeTopic])[] = [
  ['discussion.', 'replies'],
  ['work.', 'growth'],
]

/** Which switch of a student a kind of message hangs on; null for what is always told and never mailed. */
export const topicOf = (kind: string): NoticeTopic | null =>
  topics[kind] ?? byBeginning.find(([beginning]) => kind.startsWith(beginning))?.[1] ?? null
