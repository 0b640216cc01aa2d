import type { Kinds } from './kind.ts'
import type { MessageData } from './message-data.ts'
import { staffKinds } from './staff-kinds.ts'
import { studentKinds } from './student-kinds.ts'

/** Every kind of message. */
export const kinds: Kinds<MessageData> = { ...studentKinds, ...staffKinds }
