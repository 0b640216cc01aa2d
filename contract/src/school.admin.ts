import { hue } from './guilds.ts'
import { roleKey } from './accounts.ts'
import { call } from './call.ts'
import { boolean, count, fields, id, instant, integer, list, none, nullable, oneOf, string } from './schema.ts'

export const schoolAdmin = {
  me: call({
    method: 'GET',
    path: '/api/admin/me',
    access: 'staff',
    summary: 'The person logged in to the admin site, with the role they act in and their other staff roles.',
    input: none(),
    output: fields({
      id: id(),
      username: string(),
      nickname: string(),
      avatar: string(),
      role: roleKey(),
      roleList: list(roleKey()),
      /** Whether the caller may also use the student site. */
      is_student: boolean(),
      must_change_password: boolean(),
      second_factor: boolean(),
      /** Number of recovery codes that have not been used yet. */
      recovery_left: count(),
      /** Whether the role they act in requires a second factor. */
      factor_required: boolean(),
      /** Number of guilds in which they are staff; an administrator is staff in all of them. */
      guilds: count(),
    }),
    refusals: [],
    whilePasswordExpired: true,
  }),
  home: call({
    method: 'GET',
    path: '/api/admin/home',
    access: 'staff',
    summary:
      'The home page of the admin site: works that wait for a review, tasks due within 7 days, overdue students and unusual things in the guilds where the caller is staff.',
    input: none(),
    output: fields({
      /** The task the caller reviewed last within a week, while works of it wait. */
      resume: nullable(
        fields({
          task_id: id(),
          title: string(),
          waiting: count(),
          reviewed: count(),
          /** Reviewed and not released yet. */
          held: count(),
          /** The student whose work has waited longest, and since when. */
          next_name: string(),
          next_at: instant(),
        }),
      ),
      /** Works that wait for a review, the five tasks with the longest wait first. */
      waiting: fields({
        total: count(),
        tasks: list(
          fields({
            task_id: id(),
            title: string(),
            type: string(),
            guild_id: id(),
            guild_name: string(),
            hue: hue(),
            glyph: string(),
            flag: string(),
            waiting: count(),
            reviewed: count(),
            oldest_at: instant(),
            oldest_name: string(),
          }),
        ),
      }),
      /** Open tasks that are due within 7 days, the five nearest first; the classes of a set are one of them. */
      due: fields({
        total: count(),
        tasks: list(
          fields({
            task_id: id(),
            title: string(),
            type: string(),
            guild_id: id(),
            guild_name: string(),
            due_at: instant(),
            missing: count(),
            members: count(),
            /** The set, where several of its classes are due: the numbers are those of all its classes. */
            set_id: nullable(id()),
            classes: count(),
          }),
        ),
      }),
      /**
       * Students with work that was due within the last 30 days and was never handed in, the five with the most first.
       */
      missing: fields({
        total: count(),
        people: list(
          fields({
            user_id: id(),
            nickname: string(),
            /** A link to their picture, `head:` with the code of a head they composed, or nothing. */
            avatar: string(),
            real_name: string(),
            tasks: count(),
            last_task_id: id(),
            last_title: string(),
          }),
        ),
      }),
      /**
       * Unusual things, three of each kind at most: waiting works whose text is nearly the same as another one
       * (`similar`), posts that are hidden until staff decide (`held`), appeals older than a day (`appeal`). `id` is
       * that of the work, the post or the appeal.
       */
      anomalies: list(
        fields({
          kind: oneOf('similar', 'held', 'appeal'),
          id: id(),
          task_title: string(),
          people: list(string()),
          /** The share of the two texts that is the same; null for the other kinds. */
          percent: nullable(integer()),
          at: instant(),
        }),
      ),
      /**
       * For teachers and administrators: number of works that each assistant has reviewed today by the school’s clock,
       * the five with the most first.
       */
      assistants: list(fields({ user_id: id(), nickname: string(), reviewed: count() })),
      /**
       * Numbers of what waits for an answer. `notes` counts the students who wrote under a result and wait for an
       * answer; `held` the works whose results are not released, `entered` the entered results that are not. For an
       * administrator the last counts only guilds where they are staff, and is null without any.
       */
      inbox: fields({
        joins: count(),
        extensions: count(),
        appeals: count(),
        notes: count(),
        reports: count(),
        held: count(),
        entered: nullable(count()),
      }),
      /** The guild of the entered results that are held; null without any, or if they are in several guilds. */
      entered_guild_id: nullable(id()),
      /** When the oldest open appeal and the oldest open report were made. */
      oldest_appeal_at: nullable(instant()),
      oldest_report_at: nullable(instant()),
      /** The first five steps of a new school, for administrators until they are done or hidden. */
      checklist: nullable(
        fields({ guild: boolean(), people: boolean(), task: boolean(), joined: boolean(), backup: boolean() }),
      ),
    }),
    refusals: [],
  }),
}
