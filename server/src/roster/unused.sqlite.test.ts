import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { keptFor } from './unused-store.ts'

/**
 * What is deleted with an account: rows that are not another user’s act, or that only exist beside something that keeps
 * the account.
 */
const goesAlong: Readonly<Record<string, readonly string[]>> = {
  'the account itself, and what is told to its owner': [
    'user_roles.user_id',
    'waiting_passwords.user_id',
    'messages.user_id',
    'notice_letters.user_id',
    'digest_days.user_id',
  ],
  'sums of what it is kept for': ['ledger_totals.user_id', 'ranking_rows.user_id', 'ranking_stale.user_id'],
  'beside a membership, an invitation, a submission or a discussion': [
    'class_joining_people.user_id',
    'note_threads.student_id',
    'discussion_mentions.user_id',
  ],
  'only its owner makes one, who has to log in first': [
    'announcement_replies.user_id',
    'announcement_views.user_id',
    'appeals.user_id',
    'assistant_feedback.user_id',
    'calendar_links.user_id',
    'data_exports.user_id',
    'deletion_requests.user_id',
    'discussion_likes.user_id',
    'extension_requests.user_id',
    'known_browsers.user_id',
    'login_challenges.user_id',
    'mended_marks.mended_by',
    'notice_settings.user_id',
    'provider_visits.user_id',
    'quiet_guilds.user_id',
    'recovery_codes.user_id',
    'reports.reporter_id',
    'role_tickets.user_id',
    'second_factors.user_id',
    'seen_moments.user_id',
    'sessions.user_id',
    'submission_notes.author_id',
    'work_hidings.user_id',
    'work_likes.user_id',
  ],
  'only staff make one, who have to log in first': [
    'announcements.author_id',
    'area_marks.reviewer_id',
    'class_joinings.created_by',
    'criteria_sets.user_id',
    'entered_imports.created_by',
    'entered_results.entered_by',
    'flag_changes.actor_id',
    'guild_invitations.invited_by',
    'removal_stops.confirmed_by',
    'results.reviewer_id',
    'review_drafts.reviewer_id',
    'roster_guilds.teacher_id',
    'roster_imports.actor_id',
    'roster_imports.created_by',
    'saved_comments.user_id',
    'staff_notice_settings.user_id',
    'task_sets.owner_id',
    'tasks.created_by',
    'timed_releases.asked_by',
    'voices.reviewer_id',
    'work_picks.agreed_by',
    'work_picks.picked_by',
  ],
}

test('of every table that names people it is said whether an account nobody used is kept for it', async () => {
  const school = await testApp()
  try {
    const { rows } = await sql<{ name: string }>`
      select t.name || '.' || f."from" as name from pragma_table_list as t join pragma_foreign_key_list(t.name) as f
      where t.schema = 'main' and f."table" = 'users'`.execute(school.app.db)
    const said = [...keptFor.map(({ table, column }) => `${table}.${column}`), ...Object.values(goesAlong).flat()]
    expect(rows.map(({ name }) => name).toSorted()).toEqual(said.toSorted())
  } finally {
    await school.close()
  }
})
