import type { Input } from '@tongchuang/contract/call.ts'
import type { Language } from '@tongchuang/contract/errors.ts'
import type { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import type { TableValue } from '@tongchuang/contract/rules/csv.ts'
import type { Db } from '../db/schema.ts'
import { onWall } from '../db/time.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { withClasses } from '../roster/classes-in-order.ts'
import { listStudents, type Student } from '../roster/people-store.ts'
import type { Table } from './sheet.ts'

const words = {
  'zh-CN': {
    file: '学生名单',
    heads: ['学号', '姓名', '班级', '邮箱', '邮箱状态', '上次登录'],
    states: { none: '未填', listed: '未确认', confirmed: '已确认' },
    never: '从未登录',
  },
  'en-US': {
    file: 'students',
    heads: ['Student number', 'Name', 'Class', 'Email', 'Email state', 'Last log-in'],
    states: { none: 'none', listed: 'not confirmed', confirmed: 'confirmed' },
    never: 'Never logged in',
  },
} as const satisfies Record<Language, object>

/** The file name of a list of students. */
export const peopleFile = (language: Language): string => words[language].file

const rowOf = (student: Student, { states, never }: (typeof words)[Language], zone: string): TableValue[] => {
  // An address that its owner confirmed or entered is left out: only the owner may give it to others.
  const email = student.email_given ? (student.email ?? '') : ''
  const state = student.email_confirmed ? 'confirmed' : email === '' ? 'none' : 'listed'
  return [
    student.student_no ?? '',
    student.real_name || student.nickname,
    student.class_name,
    email,
    states[state],
    onWall(student.last_login_at, zone) ?? never,
  ]
}

type Wanted = Omit<Input<typeof peopleAdmin.exportList>, 'format'> & { language: Language; zone: string }

// The largest page of the list.
const atOnce = 100

/** Students as a table with the columns an import reads, in batches; students the viewer may not see are left out. */
export const peopleTable = (db: Db, viewer: Actor, { language, zone, sort, descending, ...filter }: Wanted): Table => {
  const said = words[language]
  async function* rows(): AsyncGenerator<TableValue[]> {
    // Read once: a class that comes or goes meanwhile moves nobody.
    const order = await withClasses(db, viewer, { sort, descending })
    for (let after: string | undefined; ;) {
      const page = await listStudents(db, viewer, filter, { limit: atOnce, after }, order)
      for (const student of page.list) yield rowOf(student, said, zone)
      if (page.next === null) return
      after = page.next
    }
  }
  return { heads: said.heads, rows: rows(), widths: [16, 16, 18, 28, 12, 18], frozen: 2 }
}
