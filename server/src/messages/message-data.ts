import type { Language } from '@tongchuang/contract/errors.ts'

/** The language of a reader and the school's time zone. */
export type Reader = { language: Language; zone: string }

/** The data of each kind of message to students, from which its sentences are made. Instants are ISO-8601. */
export type StudentMessages = {
  'task.published': { task: string; guild: string }
  'task.due_soon': { task: string; due_at: string }
  /** Staff ask for the work; `due_at` is when this student's time ends. */
  'task.reminded': { task: string; due_at: string | null }
  'task.dates_changed': { task: string; due_at: string | null }
  'task.changed': { task: string }
  /** `draft`: whether the student had written something; absent in messages of before. */
  'task.expired': { task: string; draft?: boolean }
  'task.extended': { task: string; until: string }
  'task.reopened': { task: string; reason: string; until: string | null }
  'task.excused': { task: string; reason: string }
  'submission.returned': { task: string; marks: number; until: string | null }
  /** `score` null: passed or failed without a number. */
  'result.released': { task: string; decision: 'pass' | 'fail'; score: number | null; max: number }
  /** Of an offline task; `missing` is 缺. */
  'result.entered': { task: string; decision: 'pass' | 'fail' | 'missing'; score: number | null; max: number }
  'result.corrected': { task: string; before: number | null; score: number | null; max: number }
  'extension.answered': { task: string; granted: boolean; until: string | null; answer: string }
  'appeal.answered': { task: string; changed: boolean; answer: string }
  /** Staff wrote to the student under a result; `excerpt` stays out of letters. */
  'note.written': { task: string; who: string; excerpt: string }
  'join.answered': { guild: string; admitted: boolean }
  /** Staff announced something to the guild. */
  'guild.announced': { guild: string; title: string }
  'guild.removed': { guild: string }
  /** `who` asks somebody into a guild, for this part in it. */
  'guild.invited': { guild: string; who: string; role: 'student' | 'assistant' | 'teacher' }
  /** `who` null: written without a name. */
  'discussion.replied': { task: string; who: string | null; excerpt: string }
  'discussion.mentioned': { task: string; who: string | null; excerpt: string }
  'discussion.answered': { task: string; excerpt: string }
  'discussion.hidden': { task: string; reason: string; excerpt: string }
  'work.reported_hidden': { title: string; reason: string }
  /** The likes of one school day; 10 means that many or more. */
  'likes.summary': { count: number }
  'level.up': { level: number; zh: string; en: string }
  'work.picked': { work: string; reason: string }
  'work.hidden': { work: string; reason: string }
  'work.shown': { work: string }
  'work.share_answered': { work: string; granted: boolean; answer: string }
  // About a person's own account
  'account.password_changed': { at: string }
  'account.password_given': { at: string }
  'account.email_changed': { email: string }
  /** An account at this provider now opens this account. */
  'account.identity_linked': { provider: string }
  /** Staff confirmed a number, masked here; empty: they took it off. */
  'account.mobile_set': { mobile: string }
  /** A list of the school gave an address, masked here, that its owner has not confirmed. */
  'account.email_listed': { email: string }
  'export.ready': { until: string }
  'deletion.refused': { answer: string }
}

/** The data of each kind of message to staff. */
export type StaffMessages = {
  // About their own account
  'own.password_changed': { at: string }
  'own.password_given': { at: string }
  'own.email_changed': { email: string }
  'own.identity_linked': { provider: string }
  'deletion.asked': { student: string }
  /**
   * One row per task and person, kept up to date: who handed in last, and how many works wait (100: that many or more).
   */
  'submission.new': { task: string; student: string; count: number }
  'submission.waiting': { task: string; count: number }
  'appeal.opened': { task: string; student: string }
  'extension.asked': { task: string; student: string }
  /** One row per student and task: somebody wrote under their result and waits. */
  'note.waiting': { task: string; student: string }
  /** The number of questions of a task without a reply. */
  'discussion.waiting': { task: string; count: number }
  /** In a discussion, to whom it concerns as staff; `who` null: written without a name. */
  'post.replied': { task: string; who: string | null; excerpt: string }
  'post.mentioned': { task: string; who: string | null; excerpt: string }
  'post.answered': { task: string; excerpt: string }
  'post.hidden': { task: string; reason: string; excerpt: string }
  'report.opened': { guild: string; people: number }
  'join.asked': { guild: string; student: string; message: string }
  /** One row per guild and person, kept up to date (100: that many or more). */
  'work.share_asked': { guild: string; count: number }
  'work.pick_proposed': { work: string; assistant: string }
  /** One row per announcement and person, kept up to date (100: that many or more). */
  'announcement.replied': { guild: string; title: string; count: number }
  /** A robot of a class group was stopped automatically. */
  'robot.stopped': { guild: string; robot: string }
}

/** What each kind of message is about. */
export type MessageData = StudentMessages & StaffMessages

export type MessageKind = keyof MessageData
