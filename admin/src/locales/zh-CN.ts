import { certificates } from './zh-CN/certificates.ts'
import { criteriaSets } from './zh-CN/criteria-sets.ts'
import { categories } from './zh-CN/categories.ts'
import { guilds } from './zh-CN/guilds.ts'
import { tasks } from './zh-CN/tasks.ts'
import { account } from './zh-CN/account.ts'
import { announcements } from './zh-CN/announcements.ts'
import { audit } from './zh-CN/audit.ts'
import { auth } from './zh-CN/auth.ts'
import { enteredImport } from './zh-CN/entered-import.ts'
import { reviewLeft } from './zh-CN/review-left.ts'
import { drawing } from './zh-CN/review-drawing.ts'
import { mended } from './zh-CN/review-mended.ts'
import { fullMarks } from './zh-CN/full-marks.ts'
import { grades } from './zh-CN/grades.ts'
import { gradeUp } from './zh-CN/grade-up.ts'
import { guildClasses } from './zh-CN/guild-classes.ts'
import { home } from './zh-CN/home.ts'
import { providers } from './zh-CN/providers.ts'
import { questions } from './zh-CN/questions.ts'
import { review } from './zh-CN/review.ts'
import { reviewPhone } from './zh-CN/review-phone.ts'
import { reviewSets } from './zh-CN/review-sets.ts'
import { voices } from './zh-CN/voices.ts'
import { banners } from './zh-CN/banners.ts'
import { backup } from './zh-CN/backup.ts'
import { moderation } from './zh-CN/moderation.ts'
import { notes } from './zh-CN/notes.ts'
import { notices } from './zh-CN/notices.ts'
import { people } from './zh-CN/people.ts'
import { privacy } from './zh-CN/privacy.ts'
import { robots } from './zh-CN/robots.ts'
import { roster } from './zh-CN/roster.ts'
import { settings } from './zh-CN/settings.ts'
import { setup } from './zh-CN/setup.ts'
import { shell } from './zh-CN/shell.ts'
import { staff } from './zh-CN/staff.ts'
import { lecture } from './zh-CN/lecture.ts'
import { statistics } from './zh-CN/statistics.ts'
import { system } from './zh-CN/system.ts'

/** Every word of the admin site: the source the other language is checked against. */
export const zhCN = {
  account,
  announcements,
  audit,
  backup,
  banners,
  categories,
  criteriaSets,
  certificates,
  auth,
  enteredImport,
  fullMarks,
  reviewLeft,
  drawing,
  mended,
  grades,
  gradeUp,
  guildClasses,
  guilds,
  home,
  moderation,
  notes,
  notices,
  people,
  privacy,
  providers,
  questions,
  review,
  reviewPhone,
  reviewSets,
  voices,
  robots,
  roster,
  settings,
  setup,
  shell,
  staff,
  lecture,
  statistics,
  system,
  tasks,
}
