import type { tasks as zhCN } from '../zh-CN/tasks.ts'

export const tasks = {
  states: {
    locked: 'Locked',
    available: 'Available',
    doing: 'In progress',
    submitted: 'Awaiting review',
    returned: 'To revise',
    passed: 'Passed',
    failed: 'Not passed',
    aborted: 'Given up',
    expired: 'Expired',
    excused: 'Excused',
  },
  types: { all: 'All', main: 'Main', side: 'Side', daily: 'Daily', event: 'Limited' },
  accept: 'Accept task',
  abort: 'Give up task',
} satisfies typeof zhCN
