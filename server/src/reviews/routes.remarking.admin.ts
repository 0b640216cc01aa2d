import { fail } from '@tongchuang/contract/errors.ts'
import { remarkingAdmin } from '@tongchuang/contract/remarking.admin.ts'
import type { App } from '../app-services.ts'
import { storedValue } from '../db/stored-json.ts'
import { implement } from '../http/implement.ts'
import { pointsOfMarks } from '../submissions/questions/marking-rules.ts'
import { lockForLead, requireLead } from '../tasks/editing/form.ts'
import { mustBeThere } from '../tasks/rules.ts'
import { person } from './present.ts'
import type { ResultChange } from './remarking/remark-rules.ts'
import { kindOf, remarkSome, wouldChange } from './remarking/remark.ts'
import { studentsOf } from './remarking/remark-store.ts'

const mostListed = 200
const order = { released: 0, held: 1, kept: 2 }

const sides = ({ result, marks, marking, decision }: ResultChange) => ({
  before: {
    score: result.score,
    points: pointsOfMarks(storedValue(result.question_marks)),
    decision: result.decision === 'fail' ? ('fail' as const) : ('pass' as const),
  },
  after: { score: marking.score, points: pointsOfMarks(marks), decision },
})

/** Marking works again after a key was corrected, over HTTP. */
export const remarkingRoutes = (app: App): void =>
  implement(app, remarkingAdmin, {
    preview: async ({ task_id }, caller) => {
      const { task } = await requireLead(app.db, task_id, caller)
      const { results, waiting } = await wouldChange(app.db, task, caller.user_id)
      const many = (kind: keyof typeof order) => results.filter((one) => kindOf(one) === kind).length
      const listed = results
        .toSorted((one, other) => order[kindOf(one)] - order[kindOf(other)] || one.result.id - other.result.id)
        .slice(0, mostListed)
      const students = await studentsOf(
        app.db,
        listed.map(({ result }) => result.user_id),
      )
      return {
        base_version: task.edit_version,
        max_score: task.max_score,
        waiting,
        ...{ released: many('released'), held: many('held'), kept: many('kept') },
        list: listed.flatMap((change) => {
          const student = students.get(change.result.user_id)
          return student
            ? [
                {
                  submit_id: change.result.submission_id,
                  student: person(student),
                  kind: kindOf(change),
                  ...sides(change),
                },
              ]
            : []
        }),
      }
    },

    remark: async ({ task_id, base_version, reason = '' }, caller) => {
      await requireLead(app.db, task_id, caller)
      const { timezone: zone } = await app.settings()
      return app.db.transaction().execute(async (db) => {
        // Locked first: two concurrent requests to mark it again are serialized, and nobody changes the keys meanwhile.
        const { task, staff } = await lockForLead(db, task_id, caller)
        mustBeThere(task)
        if (task.edit_version !== base_version) throw fail('CONFLICT')
        const { user_id, now } = caller
        return remarkSome(db, task, reason, { user_id, role: staff.role, now, zone })
      })
    },
  })
