/** Task cards, lists and details; states and types. */
export const tasks = {
  states: {
    locked: '未解锁',
    available: '可接取',
    doing: '进行中',
    submitted: '待批阅',
    returned: '待修改',
    passed: '已通过',
    failed: '未通过',
    aborted: '已放弃',
    expired: '已过期',
    excused: '免做',
  },
  types: { all: '全部', main: '主线', side: '支线', daily: '日常', event: '限时' },
  accept: '接取任务',
  abort: '放弃任务',
}
