import { center } from './en-US/center.ts'
import { door } from './en-US/door.ts'
import { guilds } from './en-US/guilds.ts'
import { messages } from './en-US/messages.ts'
import { submissions } from './en-US/submissions.ts'
import { tasks } from './en-US/tasks.ts'
import type { zhCN } from './zh-CN.ts'

export const enUS = { ...door, guilds, tasks, submissions, center, messages } satisfies typeof zhCN
