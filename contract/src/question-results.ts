import { call } from './call.ts'
import { boolean, count, fields, id, list, nullable, number, oneOf, string } from './schema.ts'

/** `blank`: not answered; `open`: only staff can mark it. */
export const questionOutcome = () => oneOf('right', 'partial', 'wrong', 'blank', 'open')

/** The mark of one answer. */
export const QuestionMark = fields({
  question_id: string(),
  outcome: questionOutcome(),
  /** Null while staff have not marked it. */
  points: nullable(number()),
  /** The full points of the question when it was marked. */
  max: number(),
})

export const questionResults = {
  results: call({
    method: 'GET',
    path: '/api/submit/question_results',
    access: 'student',
    summary:
      'The marks of the questions of one of the caller’s versions, with the right answers and explanations: once its result is released and the time is over for everybody, in all classes of its set and with every extension. Until then `out` is false and nothing is listed.',
    input: fields({ submit_id: id() }),
    output: fields({
      out: boolean(),
      /** The points of all questions together, and the full points; 0 while `out` is false. */
      points: number(),
      max: number(),
      /** How many questions have points. */
      count: count(),
      list: list(
        fields({
          ...QuestionMark.properties,
          accepted: list(string()),
          tolerance: number(),
          explanation: string(),
        }),
      ),
    }),
    refusals: ['NOT_FOUND'],
  }),
}
