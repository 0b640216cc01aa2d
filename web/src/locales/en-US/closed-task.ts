import type { closedTask as zhCN } from '../zh-CN/closed-task.ts'

/** Why nothing can be submitted, and what is kept of a draft: in parts that are loaded for such a task. */
export const closedTask: typeof zhCN = {
  states: {
    available: 'Accept the task first, then write here',
    locked: 'This task is still locked',
    passed: 'You have passed this task, nothing more to submit',
    failed: 'This task already has a result',
    aborted: 'You gave this task up. Accept it again to go on',
    expired: 'The task is closed. Nothing can be submitted any more',
    excused: 'Your teacher has excused you from this task',
    elsewhere: 'You are doing this task in another class',
    doing: 'The task is closed. Nothing can be submitted any more',
    returned: 'The time for changes is over',
    submitted: 'Submitted. Waiting for your teacher',
    offline: 'This task is done in person: nothing is submitted here',
    attempts: 'No attempts left',
  },
  draftKept: 'Your draft is still here',
  copyDraft: 'Copy the draft',
  toTask: 'See the task',
}
