import { unreadAtMost } from '@tongchuang/contract/messages.ts'

/** An unread number as it is shown: the server counts no further. */
export const upTo99 = (unread: number): string => (unread < unreadAtMost ? String(unread) : '99+')
