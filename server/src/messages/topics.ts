import type { LetterTime, StaffTopic } from '@tongchuang/contract/messages.admin.ts'
import type { NoticeTopic } from '@tongchuang/contract/messages.ts'
import type { MessageKind, StaffMessages } from './message-data.ts'
import { staffKinds } from './staff-kinds.ts'
import { studentKinds } from './student-kinds.ts'

/** The default for each topic: everything in the box, and by mail feedback, answers and due dates. */
export const byDefault: Readonly<Record<NoticeTopic, { in_app: boolean; mail: boolean }>> = {
  feedback: { in_app: true, mail: true },
  answers: { in_app: true, mail: true },
  due: { in_app: true, mail: true },
  tasks: { in_app: true, mail: false },
  replies: { in_app: true, mail: false },
  likes: { in_app: true, mail: false },
  growth: { in_app: true, mail: false },
}

/** The default for each topic of staff. */
export const staffByDefault: Readonly<Record<StaffTopic, { in_app: boolean; mail: LetterTime }>> = {
  waiting: { in_app: true, mail: 'daily' },
  appeal: { in_app: true, mail: 'now' },
  extension: { in_app: true, mail: 'now' },
  report: { in_app: true, mail: 'now' },
  join: { in_app: true, mail: 'daily' },
  question: { in_app: true, mail: 'daily' },
  work: { in_app: true, mail: 'never' },
  reply: { in_app: true, mail: 'daily' },
  robot: { in_app: true, mail: 'now' },
}

/**
 * Whether letters of a topic are sent at once: returned, released and answered work is; the rest waits for the letter
 * of the day.
 */
export const isImmediate = (topic: NoticeTopic): boolean => topic === 'feedback' || topic === 'answers'

/** Whether a topic is still told to a person who wants to hear only what cannot wait of a guild. */
export const isUrgent = (topic: StaffTopic): boolean => topic === 'appeal' || topic === 'report' || topic === 'robot'

/**
 * The audience of a kind of message and the topic whose switch controls it; topic null: always told and never mailed.
 */
export type ToldOf =
  | { audience: 'student'; topic: NoticeTopic | null }
  | { audience: 'staff'; topic: StaffTopic | null }

const isOfStaff = (kind: MessageKind): kind is keyof StaffMessages => Object.hasOwn(staffKinds, kind)

/** The audience of a kind of message, and the topic whose switch controls it. */
export const toldOf = (kind: MessageKind): ToldOf =>
  isOfStaff(kind)
    ? { audience: 'staff', topic: staffKinds[kind].topic }
    : { audience: 'student', topic: studentKinds[kind].topic }

/** The kinds of messages to students that belong to a topic. */
export const studentKindsOf = (topic: NoticeTopic): string[] =>
  Object.entries(studentKinds).flatMap(([kind, on]) => (on.topic === topic ? [kind] : []))

/** The kinds of messages to staff that belong to a topic. */
export const staffKindsOf = (topic: StaffTopic): string[] =>
  Object.entries(staffKinds).flatMap(([kind, on]) => (on.topic === topic ? [kind] : []))

/** The staff topic of a stored kind; null for none, and for a kind of another version of the product. */
export const staffTopicOf = (kind: string): StaffTopic | null =>
  (staffKinds as Readonly<Record<string, { topic: StaffTopic | null }>>)[kind]?.topic ?? null
