import { call } from './call.ts'
import { fields, id, instant, list, nullable, optional } from './schema.ts'
import { TaskForm } from './task-editing.admin.ts'
import { ClassOutcome, setLimits } from './task-set-members.admin.ts'

const date = () => optional(nullable(instant()))

/** One task for several classes. */
export const taskSetsAdmin = {
  spread: call({
    method: 'POST',
    path: '/api/admin/task/spread',
    access: 'staff',
    summary:
      'Gives a task to several classes: a draft in each, with its own dates. As many as possible are made; a class that has the task already answers with it. The caller must lead the task’s guild and each of the others.',
    input: fields({
      id: id(),
      guild_ids: list(id(), { minItems: 1, maxItems: setLimits.atOnce }),
      /** Dates of the created drafts; by default those of the task itself. */
      dates: optional(
        list(fields({ guild_id: id(), open_at: date(), due_at: date(), close_at: date() }), {
          maxItems: setLimits.atOnce,
        }),
      ),
    }),
    output: fields({ task: TaskForm, classes: list(ClassOutcome) }),
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED', 'INVALID', 'STATE'],
  }),
  takeOut: call({
    method: 'POST',
    path: '/api/admin/task/take-out',
    access: 'staff',
    summary:
      'Takes a class out of its set. A draft goes to the bin; a task that students know of stays as a task of its own. Answers the task `id` as it is then; repeating it changes nothing.',
    input: fields({ id: id() }),
    output: TaskForm,
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED'],
  }),
}
