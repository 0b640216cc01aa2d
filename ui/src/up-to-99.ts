import { unreadAtMost } from '@tongchuang/contract/messages.ts'

/** An unread count as displayed; the server stops counting beyond it. */
export const upTo99 = (unread: number): string => (unread < unreadAtMost ? String(unread) : '99+')
