import type { Kinds } from './kind.ts'
import type { NoticeTopic } from '@tongchuang/contract/messages.ts'
import type { StaffTopic } from '@tongchuang/contract/messages.admin.ts'
import type { MessageData } from './message-data.ts'
import { staffKinds } from './staff-kinds.ts'
import { studentKinds } from './student-kinds.ts'

/** Every kind of message. */
export const kinds: Kinds<MessageData, NoticeTopic | StaffTopic> = { ...studentKinds, ...staffKinds }
