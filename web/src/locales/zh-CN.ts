import { center } from './zh-CN/center.ts'
import { desk } from './zh-CN/desk.ts'
import { door } from './zh-CN/door.ts'
import { guilds } from './zh-CN/guilds.ts'
import { messages } from './zh-CN/messages.ts'
import { square } from './zh-CN/square.ts'
import { submissions } from './zh-CN/submissions.ts'
import { tasks } from './zh-CN/tasks.ts'

/** Every word of the student site: the source the other language is checked against. */
export const zhCN = { ...door, guilds, square, tasks, submissions, center, messages, desk }
