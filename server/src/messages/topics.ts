import type { NoticeTopic } from '@tongchuang/contract/messages.ts'
import { kinds } from './kinds.ts'
import type { MessageKind } from './message-data.ts'

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

/** Which switch of a student a kind of message hangs on; null for what is always told and never mailed. */
export const topicOf = (kind: MessageKind): NoticeTopic | null => kinds[kind].topic
