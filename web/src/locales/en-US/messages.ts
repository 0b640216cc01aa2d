import type { messages as zhCN } from '../zh-CN/messages.ts'

export const messages = {
  open: 'Open',
  heading: 'Notifications',
  unread: (n: string) => `Notifications, ${n} unread`,
  messageTabs: { message: 'Messages', notice: 'Notices', todo: 'To do' },
  clearRead: 'Clear read',
  readAll: 'Mark all read',
  seeMore: 'See more',
  noMessages: 'Nothing new yet',
  noMessagesHint: 'Feedback from teachers, replies and deadlines will show up here.',
  unreadMark: 'Unread',
} satisfies typeof zhCN
