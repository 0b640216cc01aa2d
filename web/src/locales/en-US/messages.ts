import type { messages as zhCN } from '../zh-CN/messages.ts'

export const messages = {
  open: 'Open',
} satisfies typeof zhCN
