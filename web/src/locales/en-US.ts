import { center } from './en-US/center.ts'
import { desk } from './en-US/desk.ts'
import { door } from './en-US/door.ts'
import { guilds } from './en-US/guilds.ts'
import { messages } from './en-US/messages.ts'
import { square } from './en-US/square.ts'
import { submissions } from './en-US/submissions.ts'
import { tasks } from './en-US/tasks.ts'
import type { zhCN } from './zh-CN.ts'

export const enUS = { ...door, guilds, square, tasks, submissions, center, messages, desk } satisfies typeof zhCN
