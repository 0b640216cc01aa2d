import { certificates } from './en-US/certificates.ts'
import { criteriaSets } from './en-US/criteria-sets.ts'
import { categories } from './en-US/categories.ts'
import { guilds } from './en-US/guilds.ts'
import { tasks } from './en-US/tasks.ts'
import { account } from './en-US/account.ts'
import { announcements } from './en-US/announcements.ts'
import { audit } from './en-US/audit.ts'
import { auth } from './en-US/auth.ts'
import { enteredImport } from './en-US/entered-import.ts'
import { reviewLeft } from './en-US/review-left.ts'
import { drawing } from './en-US/review-drawing.ts'
import { mended } from './en-US/review-mended.ts'
import { fullMarks } from './en-US/full-marks.ts'
import { grades } from './en-US/grades.ts'
import { gradeUp } from './en-US/grade-up.ts'
import { guildClasses } from './en-US/guild-classes.ts'
import { home } from './en-US/home.ts'
import { providers } from './en-US/providers.ts'
import { questions } from './en-US/questions.ts'
import { review } from './en-US/review.ts'
import { reviewPhone } from './en-US/review-phone.ts'
import { reviewSets } from './en-US/review-sets.ts'
import { voices } from './en-US/voices.ts'
import { banners } from './en-US/banners.ts'
import { backup } from './en-US/backup.ts'
import { moderation } from './en-US/moderation.ts'
import { notes } from './en-US/notes.ts'
import { notices } from './en-US/notices.ts'
import { people } from './en-US/people.ts'
import { privacy } from './en-US/privacy.ts'
import { robots } from './en-US/robots.ts'
import { roster } from './en-US/roster.ts'
import { settings } from './en-US/settings.ts'
import { setup } from './en-US/setup.ts'
import { shell } from './en-US/shell.ts'
import { staff } from './en-US/staff.ts'
import { lecture } from './en-US/lecture.ts'
import { statistics } from './en-US/statistics.ts'
import { system } from './en-US/system.ts'
import type { zhCN } from './zh-CN.ts'

export const enUS = {
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
} satisfies typeof zhCN
