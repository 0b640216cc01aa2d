import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { noticeableMs, stallOf } from '../testing/stall.ts'
import { TooComplex } from './errors.ts'
import { createWorkers } from './workers.ts'

const workers = createWorkers({ log: silentLog() })
afterAll(() => workers.close())

const fences = ['java', 'md', 'ts', 'js', 'c', 'cpp', 'html', 'py', 'css', 'json'].map(
  (language) => `\n\`\`\`${language}\n`,
)
const pieces = [
  ...[
    '<math>',
    '</math>',
    '<annotation>',
    '</annotation>',
    '<b ',
    '<!--',
    '<p>',
    '&',
    '*',
    '**中',
    '_a',
    '~~',
    '`',
    '[a](',
    '![',
    '](',
    '[',
    ']',
    '> ',
    '- ',
  ],
  ...[
    '$',
    '$$',
    '$x$ ',
    '\\frac{',
    'a&',
    '\\begin{matrix}',
    '\\end{matrix}',
    '|a',
    '|-',
    '\n',
    '\n\n',
    '\n```\n',
    '(',
    '<a ',
    'a::',
    '{',
    '"',
    "'",
    '\\',
    ' ',
    '中',
  ],
  ...fences,
]

/** A few pieces, each repeated many times, up to the maximum length of a text. */
const hostileText = fc
  .array(fc.tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 6_000 })), { minLength: 1, maxLength: 6 })
  .map((parts) =>
    parts
      .map(([piece, times]) => piece.repeat(times))
      .join('')
      .slice(0, 50_000),
  )

test('whatever a text is made of, it is rendered before its deadline or cut, and nobody else waits', async () => {
  const { stallMs } = await stallOf(() =>
    fc.assert(
      fc.asyncProperty(hostileText, async (content) => {
        const outcome = await workers.run('renderText', { content }).then(
          ({ html }) => typeof html,
          (error: unknown) => error,
        )
        if (outcome !== 'string') expect(outcome).toBeInstanceOf(TooComplex)
      }),
      { numRuns: 40 },
    ),
  )
  expect(stallMs).toBeLessThan(noticeableMs)
})
