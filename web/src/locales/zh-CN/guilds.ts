/** The guild list, the task list of a guild, joining and leaving. */
export const guilds = {
  title: '公会',
  mine: '我的公会',
  all: '全部',
  members: (n: number) => `${n} 人`,
  openTasks: (n: number) => `${n} 个任务开放`,
  joined: '已加入',
  pending: '等待老师通过',
  join: '加入公会',
  leave: '退出公会',
  inviteCode: '邀请码',
  none: '还没有公会，去问老师要邀请码',
}
