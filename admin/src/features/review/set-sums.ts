import type { Class } from './release-class.tsx'

const counts = ['people', 'missing', 'waiting', 'returns', 'results', 'excused', 'held'] as const

/** What a row of the summary counts: `people` = `missing` + `waiting` + `returns` + `results` + `excused`. */
export type Row = Readonly<Record<(typeof counts)[number], number>>

/** The numbers of one class; held and released results are counted together, as are returns. */
export const rowOf = (one: Class): Row => ({
  people: one.people,
  missing: one.missing,
  waiting: one.waiting,
  returns: one.returning + one.returned,
  results: one.scored + one.released - one.returned,
  excused: one.excused,
  held: one.scored + one.returning,
})

/** The sums of all classes. */
export const sumOf = (classes: readonly Class[]): Row =>
  classes.map(rowOf).reduce<Row>(
    (all, row) => ({
      people: all.people + row.people,
      missing: all.missing + row.missing,
      waiting: all.waiting + row.waiting,
      returns: all.returns + row.returns,
      results: all.results + row.results,
      excused: all.excused + row.excused,
      held: all.held + row.held,
    }),
    { people: 0, missing: 0, waiting: 0, returns: 0, results: 0, excused: 0, held: 0 },
  )

/** The difference between the highest and the lowest average of the classes; null for fewer than two averages. */
export const spanOf = (classes: readonly Pick<Class, 'average'>[]): number | null => {
  const averages = classes.flatMap(({ average }) => (average === null ? [] : [average]))
  return averages.length < 2 ? null : Math.round((Math.max(...averages) - Math.min(...averages)) * 10) / 10
}
