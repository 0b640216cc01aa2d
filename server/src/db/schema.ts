import type { Kysely } from 'kysely'
import type {
  KnownBrowserTable,
  LoginChallengeTable,
  PasswordTryTable,
  RecoveryCodeTable,
  RoleTicketTable,
  SecondFactorTable,
  SessionTable,
  UserRoleTable,
  UserTable,
  VerificationCodeTable,
  WaitingPasswordTable,
} from '../accounts/tables.ts'
import type { BackupLinkTable, BackupRunTable } from '../backup/tables.ts'
import type { AuditEntryTable } from '../audit/tables.ts'
import type { BannerTable } from '../banners/tables.ts'
import type {
  DiscussionEditTable,
  DiscussionFileTable,
  DiscussionLikeTable,
  DiscussionMentionTable,
  DiscussionTable,
  ReportTable,
} from '../discussions/tables.ts'
import type { AssistantFeedbackEditTable, AssistantFeedbackTable, FeedbackUnsealingTable } from '../feedback/tables.ts'
import type { CalendarLinkTable } from '../calendar/tables.ts'
import type { FileTable, TrashedFileTable, UploadTurnTable } from '../files/tables.ts'
import type {
  AnnouncementReplyTable,
  AnnouncementTable,
  FlagChangeTable,
  AnnouncementViewTable,
  ClassJoiningPersonTable,
  ClassJoiningTable,
  GuildCategoryTable,
  GuildInvitationTable,
  GuildMemberTable,
  GuildTable,
} from '../guilds/tables.ts'
import type { GuildRobotTable, RobotDeliveryTable } from '../guilds/robots/tables.ts'
import type { LedgerEntryTable, LedgerTotalTable } from '../ledger/tables.ts'
import type {
  DigestDayTable,
  MessageTable,
  NoticeLetterTable,
  NoticeSettingTable,
  QuietGuildTable,
  StaffNoticeSettingTable,
} from '../messages/tables.ts'
import type { RankingCursorTable, RankingRowTable, RankingScopeTable, RankingStaleTable } from '../rankings/tables.ts'
import type {
  AreaMarkTable,
  VoiceTable,
  AppealTable,
  ExtensionRequestTable,
  EnteredImportRowTable,
  EnteredImportTable,
  MendedMarkTable,
  TimedReleaseTable,
  NoteThreadTable,
  ResultTable,
  ReviewDraftTable,
  SavedCommentTable,
  SimilarWorkTable,
  SubmissionNoteTable,
  WorkSketchTable,
} from '../reviews/tables.ts'
import type { IdentityTable, LoginProviderTable, ProviderVisitTable } from '../providers/tables.ts'
import type { SeenMomentTable } from '../moments/tables.ts'
import type { DataExportTable, DeletionRequestTable } from '../privacy/tables.ts'
import type { RosterGuildTable, RosterImportTable, RosterRowTable } from '../roster/tables.ts'
import type { SearchCursorTable } from '../search-index/tables.ts'
import type {
  DraftFileTable,
  DraftTable,
  SubmissionFileTable,
  QuestionMarkTable,
  SubmissionTable,
} from '../submissions/tables.ts'
import type {
  ChapterTable,
  CriteriaSetTable,
  CriterionTable,
  EnrolmentHistoryTable,
  EnrolmentTable,
  EnteredResultTable,
  QuestionKeyTable,
  TaskFileTable,
  TaskHistoryTable,
  TaskPrerequisiteTable,
  TaskSetTable,
  TaskTable,
} from '../tasks/tables.ts'
import type { CertificateTable, WorkHidingTable, WorkLikeTable, WorkPickTable } from '../works/tables.ts'
import type { SystemTables } from './system-tables.ts'

/** Every table of the database: those of the system, then each feature's. */
export type Schema = SystemTables & {
  ledger_entries: LedgerEntryTable
  ledger_totals: LedgerTotalTable
  users: UserTable
  user_roles: UserRoleTable
  sessions: SessionTable
  known_browsers: KnownBrowserTable
  verification_codes: VerificationCodeTable
  role_tickets: RoleTicketTable
  password_tries: PasswordTryTable
  second_factors: SecondFactorTable
  recovery_codes: RecoveryCodeTable
  login_challenges: LoginChallengeTable
  waiting_passwords: WaitingPasswordTable
  login_providers: LoginProviderTable
  identities: IdentityTable
  provider_visits: ProviderVisitTable
  audit_entries: AuditEntryTable
  messages: MessageTable
  notice_settings: NoticeSettingTable
  notice_letters: NoticeLetterTable
  digest_days: DigestDayTable
  staff_notice_settings: StaffNoticeSettingTable
  quiet_guilds: QuietGuildTable
  files: FileTable
  trashed_files: TrashedFileTable
  upload_turns: UploadTurnTable
  guild_categories: GuildCategoryTable
  guilds: GuildTable
  guild_members: GuildMemberTable
  guild_invitations: GuildInvitationTable
  flag_changes: FlagChangeTable
  announcements: AnnouncementTable
  announcement_views: AnnouncementViewTable
  announcement_replies: AnnouncementReplyTable
  class_joinings: ClassJoiningTable
  class_joining_people: ClassJoiningPersonTable
  guild_robots: GuildRobotTable
  robot_deliveries: RobotDeliveryTable
  chapters: ChapterTable
  task_sets: TaskSetTable
  tasks: TaskTable
  task_prerequisites: TaskPrerequisiteTable
  criteria: CriterionTable
  task_files: TaskFileTable
  question_keys: QuestionKeyTable
  task_history: TaskHistoryTable
  enrolments: EnrolmentTable
  enrolment_history: EnrolmentHistoryTable
  entered_results: EnteredResultTable
  drafts: DraftTable
  draft_files: DraftFileTable
  submissions: SubmissionTable
  question_marks: QuestionMarkTable
  submission_files: SubmissionFileTable
  results: ResultTable
  entered_imports: EnteredImportTable
  entered_import_rows: EnteredImportRowTable
  appeals: AppealTable
  extension_requests: ExtensionRequestTable
  mended_marks: MendedMarkTable
  timed_releases: TimedReleaseTable
  note_threads: NoteThreadTable
  submission_notes: SubmissionNoteTable
  discussions: DiscussionTable
  discussion_likes: DiscussionLikeTable
  discussion_edits: DiscussionEditTable
  discussion_mentions: DiscussionMentionTable
  discussion_files: DiscussionFileTable
  reports: ReportTable
  assistant_feedback: AssistantFeedbackTable
  assistant_feedback_edits: AssistantFeedbackEditTable
  feedback_unsealings: FeedbackUnsealingTable
  work_hidings: WorkHidingTable
  work_likes: WorkLikeTable
  work_picks: WorkPickTable
  certificates: CertificateTable
  seen_moments: SeenMomentTable
  ranking_rows: RankingRowTable
  ranking_scopes: RankingScopeTable
  ranking_cursors: RankingCursorTable
  ranking_stale: RankingStaleTable
  area_marks: AreaMarkTable
  voices: VoiceTable
  review_drafts: ReviewDraftTable
  saved_comments: SavedCommentTable
  criteria_sets: CriteriaSetTable
  work_sketches: WorkSketchTable
  similar_works: SimilarWorkTable
  search_cursors: SearchCursorTable
  calendar_links: CalendarLinkTable
  data_exports: DataExportTable
  deletion_requests: DeletionRequestTable
  banners: BannerTable
  backup_runs: BackupRunTable
  backup_links: BackupLinkTable
  roster_imports: RosterImportTable
  roster_rows: RosterRowTable
  roster_guilds: RosterGuildTable
}

/** The first argument of every store function: the database, or the transaction under way. */
export type Db = Kysely<Schema>
