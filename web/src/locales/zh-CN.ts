import { auth } from './zh-CN/auth.ts'
import { inside } from './zh-CN/inside.ts'
import { myCenterPage } from './zh-CN/my-center-page.ts'
import { registerPage } from './zh-CN/register-page.ts'
import { school } from './zh-CN/school.ts'
import { taskDetailPage } from './zh-CN/task-detail-page.ts'
import { taskSubmitPage } from './zh-CN/task-submit-page.ts'

/** Every word of the student site: the source the other language is checked against. */
export const zhCN = {
  ...auth,
  ...inside,
  ...school,
  ...registerPage,
  ...myCenterPage,
  ...taskDetailPage,
  ...taskSubmitPage,
}
