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
    elsewhere: 'In another class',
  },
  types: { all: 'All', main: 'Main', side: 'Side', daily: 'Daily', event: 'Limited' },
  /** Who sees a work. */
  shares: { none: 'Private', guild: 'My guild', site: 'Whole school' },
  overdue: (points: number) =>
    points > 0 ? `Past due: submitting now costs ${points}%` : 'Past due: submitting now counts as late',
  accept: 'Accept task',
  abort: 'Give up task',
  /** Why a task cannot be taken. */
  locks: {
    LOCKED: (titles: string) => `Pass “${titles}” first`,
    LEVEL: (level: string) => `You need level ${level}`,
    NOT_OPEN: (moment: string) => `Opens ${moment}`,
    CLOSED: () => 'This task is closed',
    FULL: () => 'The last place has just been taken',
    TOO_MANY: (max: string) => `At most ${max} at once in this guild. Finish some first`,
    OTHER_CLASS: (guild: string) => `You are doing this task in ${guild}`,
    COOLDOWN: (moment: string) =>
      moment ? `The next round starts ${moment}` : 'You have done every round of this task',
  },
} satisfies typeof zhCN
