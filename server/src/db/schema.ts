import type { Kysely } from 'kysely'
import type { KnownBrowserTable, PasswordTryTable, RoleTicketTable, SessionTable, UserRoleTable, UserTable, VerificationCodeTable } from '../accounts/tables.ts'
import type { BannerTable } from '../banners/tables.ts'
import type { FileTable } from '../files/tables.ts'
import type { AnnouncementTable, GuildCategoryTable, GuildMemberTable, GuildTable } from '../guilds/tables.ts'
import type { LedgerEntryTable, LedgerTotalTable } from '../ledger/tables.ts'
import type { MessageTable } from '../messages/tables.ts'
import type { AppealTable, ExtensionRequestTable, ResultTable } from '../reviews/tables.ts'
import type { DraftFileTable, DraftTable, SubmissionFileTable, SubmissionTable } from '../submissions/tables.ts'
import type { ChapterTable, CriterionTable, EnrolmentHistoryTable, EnrolmentTable, TaskFileTable, TaskPrerequisiteTable, TaskTable } from '../tasks/tables.ts'
import type { HouseTables } from './house-tables.ts'

/** Every table of the database: the house's own, then each feature's. */
export type Schema = HouseTables & {
  ledger_entries: LedgerEntryTable
  ledger_totals: LedgerTotalTable
  users: UserTable
  user_roles: UserRoleTable
  sessions: SessionTable
  known_browsers: KnownBrowserTable
  verification_codes: VerificationCodeTable
  role_tickets: RoleTicketTable
  password_tries: PasswordTryTable
  messages: MessageTable
  files: FileTable
  guild_categories: GuildCategoryTable
  guilds: GuildTable
  guild_members: GuildMemberTable
  announcements: AnnouncementTable
  chapters: ChapterTable
  tasks: TaskTable
  task_prerequisites: TaskPrerequisiteTable
  criteria: CriterionTable
  task_files: TaskFileTable
  enrolments: EnrolmentTable
  enrolment_history: EnrolmentHistoryTable
  drafts: DraftTable
  draft_files: DraftFileTable
  submissions: SubmissionTable
  submission_files: SubmissionFileTable
  results: ResultTable
  appeals: AppealTable
  extension_requests: ExtensionRequestTable
  banners: BannerTable
}

/** The first argument of every store function: the database, or the transaction under way. */
export type Db = Kysely<Schema>
