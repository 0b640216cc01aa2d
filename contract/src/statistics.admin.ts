import { call } from './call.ts'
import { FileCard } from './files.ts'
import { Question } from './questions.ts'
import {
  boolean,
  count,
  fields,
  id,
  instant,
  list,
  nullable,
  number,
  optional,
  percent,
  string,
  type Static,
} from './schema.ts'

/** The fewest released results for which scores are shown; with fewer, scores could be attributed to students. */
export const fewestResults = 5

const TaskOfClass = fields({ task_id: id(), guild_id: id(), guild_name: string() })

/** The statistics of a task in one class. `students` = `on_time` + `late` + `nothing`. */
const ClassStatistics = fields({
  task_id: id(),
  guild_id: id(),
  guild_name: string(),
  due_at: nullable(instant()),
  /** Student members who are expected to hand in; excused ones are not. */
  students: count(),
  on_time: count(),
  late: count(),
  nothing: count(),
  /** Handed in and not reviewed. */
  waiting: count(),
  released: count(),
  /** Mean percent of what is released; null under `fewestResults`. */
  average: nullable(percent()),
})

/** Released scores, as percents of the full mark. */
const Scores = fields({
  /** Counts by tens: 0–9 up to 80–89, and 90–100 last. */
  tens: list(count()),
  average: percent(),
  median: percent(),
  /** The percent from which a work passes, and the number of results below it. */
  pass_line: percent(),
  below: count(),
})

/** Number of works at each level of a criterion, levels 1 to 5 in order. */
const CriterionLevels = fields({
  label: string(),
  /** The weight; those of one task add up to 100. */
  weight: number(),
  levels: list(count()),
  /** Mean percent of its weight that was reached. */
  average: percent(),
})
export type CriterionLevels = Static<typeof CriterionLevels>

/** Numbers of works with a released result, by outcome of a question, and its most frequent answers. */
const QuestionCounts = fields({
  /** `right` + `partial` + `wrong` + `blank` + `open`. */
  works: count(),
  right: count(),
  partial: count(),
  wrong: count(),
  blank: count(),
  /** Marked by nobody yet. */
  open: count(),
  /**
   * For a choice each option by its id, `true` and `false`; for typed answers the five most frequent, each given by two
   * students at least.
   */
  chosen: list(fields({ answer: string(), right: boolean(), many: count() })),
  /** Number of other typed answers. */
  others: count(),
})
export type QuestionCounts = Static<typeof QuestionCounts>

const AskedQuestion = fields({
  question: Question,
  /** The present right answers: ids of options, or words. */
  accepted: list(string()),
  tolerance: number(),
  explanation: string(),
  /**
   * Null where fewer than `fewestResults` students were asked, and where the counts of a class with too few could be
   * derived.
   */
  counts: nullable(QuestionCounts),
})

/** The fewest students who must have received a comment for it to count as frequent. */
export const fewestComments = 2

/** A comment that reviewers wrote to several students. */
const FrequentComment = fields({
  text: string(),
  /** Number of students who got it in a released result. */
  students: count(),
  /**
   * Places on pictures that it was attached to, in two works at most, so that the page can show these parts of the
   * pictures.
   */
  places: list(
    fields({
      file: FileCard,
      /** x and y alternate, 0–1 from the upper left corner of the upright picture. */
      points: list(number({ minimum: 0, maximum: 1 })),
      /** The name of the student, as staff know it. */
      name: string(),
    }),
  ),
})
export type FrequentComment = Static<typeof FrequentComment>

/** The statistics of a task in one class, or in all classes of a set. */
export const statisticsAdmin = {
  statistics: call({
    method: 'GET',
    path: '/api/admin/task/statistics',
    access: 'staff',
    summary:
      'The statistics of a task, or with `set_id` of all its classes whose grades the caller may see: who handed in, and the released scores, levels and answers.',
    input: fields({ task_id: optional(id()), set_id: optional(id()) }),
    output: fields({
      title: string(),
      /** Null where the task belongs to no set. */
      set_id: nullable(id()),
      /**
       * Every class of the set whose grades the caller may see, in the order the classes were given the task; for a
       * task without a set only its own.
       */
      choices: list(TaskOfClass),
      classes: list(ClassStatistics),
      /**
       * Null where fewer than `fewestResults` are released, and where those of a class with too few could be derived by
       * subtracting the others from the total.
       */
      scores: nullable(Scores),
      /** The criteria in their order; empty if there are none, and where there are no scores. */
      criteria: list(CriterionLevels),
      /** The questions with points, in their order. */
      questions: list(AskedQuestion),
      /**
       * The eight most frequent comments, each got by `fewestComments` students at least; empty where there are no
       * scores.
       */
      comments: list(FrequentComment),
      /** Whether the keys may be shown: nobody can submit any more, in any class of the set, with any extension. */
      keys_told: boolean(),
    }),
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID'],
  }),
}
