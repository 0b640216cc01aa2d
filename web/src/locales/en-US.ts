import { auth } from './en-US/auth.ts'
import { inside } from './en-US/inside.ts'
import { myCenterPage } from './en-US/my-center-page.ts'
import { registerPage } from './en-US/register-page.ts'
import { school } from './en-US/school.ts'
import { taskDetailPage } from './en-US/task-detail-page.ts'
import { taskSubmitPage } from './en-US/task-submit-page.ts'
import type { zhCN } from './zh-CN.ts'

/** Every word of the student site in English. */
export const enUS: typeof zhCN = {
  ...auth,
  ...inside,
  ...school,
  ...registerPage,
  ...myCenterPage,
  ...taskDetailPage,
  ...taskSubmitPage,
}
