import type { center as zhCN } from '../zh-CN/center.ts'

export const center = {
  title: 'My centre',
  tabs: { doing: 'In progress', submitted: 'Submitted', returned: 'Returned', reviewed: 'Reviewed' },
} satisfies typeof zhCN
