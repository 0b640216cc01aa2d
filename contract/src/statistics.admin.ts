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

/** So many released results at least, or nothing is said of their scores: a teacher would know whose they are. */
export const fewestResults = 5

const TaskOfClass = fields({ task_id: id(), guild_id: id(), guild_name: string() })

/** What one class made of a task. `students` = `on_time` + `late` + `nothing`. */
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
  /** From 0–9 to 80–89, the last 90–100. */
  tens: list(count()),
  average: percent(),
  median: percent(),
  /** Where passing begins, and how many lie below. */
  pass_line: percent(),
  below: count(),
})

/** How many reached which level of a criterion, 1 to 5 from the first. */
const CriterionLevels = fields({
  label: string(),
  /** Of 100. */
  weight: number(),
  levels: list(count()),
  /** Mean share of its weight. */
  average: percent(),
})
export type CriterionLevels = Static<typeof CriterionLevels>

/** Works whose result is out, by what a question got in them, and what was answered. */
const QuestionCounts = fields({
  /** `right` + `partial` + `wrong` + `blank` + `open`. */
  works: count(),
  right: count(),
  partial: count(),
  wrong: count(),
  blank: count(),
  /** Not marked. */
  open: count(),
  /** Of a choice each option by its id, `true` and `false`; of what was typed the five most frequent, each by two students at least. */
  chosen: list(fields({ answer: string(), right: boolean(), many: count() })),
  /** Typed otherwise. */
  others: count(),
})
export type QuestionCounts = Static<typeof QuestionCounts>

const AskedQuestion = fields({
  question: Question,
  /** Ids of options, or words; as the task says now. */
  accepted: list(string()),
  tolerance: number(),
  explanation: string(),
  /** Null where fewer than `fewestResults` were asked, and where what one class has too few of could be found. */
  counts: nullable(QuestionCounts),
})

/** So many students at least got it before a comment counts as frequent. */
export const fewestComments = 2

/** Words that reviewers wrote to several students beside their works. */
const FrequentComment = fields({
  text: string(),
  /** Students who got it in a result that is out. */
  students: count(),
  /** Where it was drawn on a picture, in two works at most: a part of it can be shown. */
  places: list(
    fields({
      file: FileCard,
      /** x and y in turn, 0–1 of the upright picture. */
      points: list(number({ minimum: 0, maximum: 1 })),
      /** As staff know the student. */
      name: string(),
    }),
  ),
})
export type FrequentComment = Static<typeof FrequentComment>

/** What a class, or all classes of a set, made of a task. */
export const statisticsAdmin = {
  statistics: call({
    method: 'GET',
    path: '/api/admin/task/statistics',
    access: 'staff',
    summary:
      'What came of a task, or with `set_id` of all its classes whose grades one sees: who handed in, and the scores, levels and answers that are released.',
    input: fields({ task_id: optional(id()), set_id: optional(id()) }),
    output: fields({
      title: string(),
      /** Null where the task is one of its own. */
      set_id: nullable(id()),
      /** Every class of the set that may be asked for, in the order they were given; of a task of its own this one. */
      choices: list(TaskOfClass),
      classes: list(ClassStatistics),
      /**
       * Null where fewer than `fewestResults` are released, and where what one class has too few of could be found by
       * taking the others from the whole.
       */
      scores: nullable(Scores),
      /** In their order; empty without criteria, and where there are no scores. */
      criteria: list(CriterionLevels),
      /** Those with points, in their order. */
      questions: list(AskedQuestion),
      /** The eight most frequent comments, each got by `fewestComments` students at least; empty where there are no scores. */
      comments: list(FrequentComment),
      /** What is right may be told: nobody can hand in any more, in any class of the set, with any extension. */
      keys_told: boolean(),
    }),
    refusals: ['NOT_FOUND', 'ROLE', 'INVALID'],
  }),
}
