import { unreadAtMost } from '@tongchuang/contract/messages.ts'

/** An unread count as displayed; the server stops counting beyond it. */
export const upTo99 = (unread: number): string => (unread < unreadAtMost ? String(unread) : '99+')

/** A count of waiting work as a menu displays it: four characters at most. */
export const upTo999 = (waiting: number): string => (waiting < 1000 ? String(waiting) : '999+')
