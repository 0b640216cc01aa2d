/** The bell and its panel. */
export const messages = {
  open: '打开',
  heading: '通知',
  unread: (n: string) => `通知，${n}条未读`,
  messageTabs: { message: '消息', notice: '通知', todo: '待办' },
  clearRead: '清除已读',
  readAll: '全部已读',
  seeMore: '查看更多',
  noMessages: '还没有新的内容',
  noMessagesHint: '老师的评语、同学的回复和快到的期限会出现在这里。',
  unreadMark: '未读',
}
