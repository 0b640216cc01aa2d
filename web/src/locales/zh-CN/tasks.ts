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
    elsewhere: '在另一个班做',
  },
  types: { all: '全部', main: '主线', side: '支线', daily: '日常', event: '限时' },
  /** Who sees a work. */
  shares: { none: '不公开', guild: '公会内', site: '全校' },
  overdue: (points: number) => (points > 0 ? `已截止，现在交扣${points}%` : '已截止，现在交算迟交'),
  accept: '接取任务',
  abort: '放弃任务',
  /** Why a task cannot be taken. */
  locks: {
    LOCKED: (titles: string) => `先通过「${titles}」`,
    LEVEL: (level: string) => `达到${level}级才能接`,
    NOT_OPEN: (moment: string) => `${moment}开放`,
    CLOSED: () => '任务已经停止提交',
    FULL: () => '名额刚刚被接完',
    TOO_MANY: (max: string) => `这个公会同时最多做${max}个任务，先完成一些再接`,
    OTHER_CLASS: (guild: string) => `你在「${guild}」做这个任务`,
    COOLDOWN: (moment: string) => (moment ? `下一轮${moment}开始` : '这个任务的轮数已经做完'),
  },
}
