import type { guilds as zhCN } from '../zh-CN/guilds.ts'

export const guilds = {
  title: 'Guilds',
  mine: 'My guilds',
  all: 'All',
  members: (n: number) => (n === 1 ? '1 member' : `${n} members`),
  openTasks: (n: number) => (n === 1 ? '1 open task' : `${n} open tasks`),
  joined: 'Joined',
  pending: 'Waiting for the teacher',
  join: 'Join',
  leave: 'Leave the guild',
  inviteCode: 'Invite code',
  none: 'No guild yet. Ask your teacher for an invite code',
} satisfies typeof zhCN
