/** Why nothing can be submitted, and what is kept of a draft: in parts that are loaded for such a task. */
export const closedTask = {
  states: {
    available: '接取任务以后，才能在这里写',
    locked: '这个任务还没有解锁',
    passed: '这个任务已经通过，不用再交',
    failed: '这个任务已经有结果了',
    aborted: '你放弃了这个任务，重新接取后可以接着写',
    expired: '任务已经停止提交',
    excused: '老师让你免做这个任务',
    elsewhere: '你在另一个班做这个任务',
    doing: '任务已经停止提交',
    returned: '修改的时间已过，不能再提交',
    submitted: '已经提交，等待老师批阅',
    offline: '这个任务在线下完成，不用在这里提交',
    attempts: '提交次数已用完',
  },
  draftKept: '你的草稿还在',
  copyDraft: '复制草稿',
  toTask: '看看任务',
}
