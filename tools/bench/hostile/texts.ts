import fc from 'fast-check'

// What texts are built of: marks that a reader of Markdown, of formulas or of programs has to look ahead or back for.
const marks = [
  '*',
  '**',
  '_',
  '~~',
  '`',
  '```',
  '[',
  '](',
  '![',
  '](a)',
  ')',
  '<',
  '>',
  '<a',
  '</',
  '<!--',
  '-->',
  '&',
  '&#',
  '\\',
  '|',
  '|-',
  '\n',
  '\n\n',
  '> ',
  '- ',
  '1. ',
  '    ',
  '\t',
  '#',
  '=',
  '---',
  ':',
  '"',
  "'",
  '(',
  '{',
  '}',
  '$',
  '$$',
  '中',
  '、',
  '**中',
  ' ',
  '​',
  'a',
  '0',
  '\u0000'.replace('\u0000', '\u0001'),
]
const tags = [
  '<math></math>',
  '<annotation></annotation>',
  '<b>',
  '<details><summary>',
  '<table><tr><td>',
  '<p title="',
  '<svg>',
  '<a href="',
  '</p>',
]
const formulas = [
  '\\frac{',
  '\\sqrt{',
  '^{',
  '_{',
  '}',
  '\\left(',
  '\\right)',
  '\\begin{matrix}',
  '&',
  '\\\\',
  '\\end{matrix}',
  '\\def\\a{',
  '\\a',
  '\\text{',
  'x',
  '{',
  '^',
  '_',
  '\\overbrace{',
]
const programs = [
  '$',
  '"',
  '`',
  '${',
  '/*',
  '*/',
  '//',
  '(',
  ')',
  '<',
  '>',
  '@',
  '\\',
  '=>',
  'a.',
  '0x',
  '#',
  "'",
  'class ',
  'f(',
  '[a](',
  '\n',
  ' ',
  'template<',
  '::',
]
const languages = ['java', 'js', 'ts', 'c', 'cpp', 'py', 'html', 'css', 'json', 'md']

/** A few pieces, repeated, with a beginning and an end: backtracking is nearly always caused by repetition. */
const repeated = (pieces: readonly string[], most: number): fc.Arbitrary<string> =>
  fc
    .record({
      begin: fc.array(fc.constantFrom(...pieces), { maxLength: 3 }),
      piece: fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }),
      after: fc.array(fc.constantFrom(...pieces), { maxLength: 3 }),
      times: fc.integer({ min: 1, max: most }),
    })
    .map(({ begin, piece, after, times }) => {
      const one = piece.join('')
      const other = after.join('')
      const share = other === '' ? most : most / 2
      return (
        begin.join('') +
        one.repeat(Math.min(times, Math.ceil(share / one.length))) +
        other.repeat(Math.min(times, Math.ceil(share / Math.max(1, other.length))))
      ).slice(0, most)
    })

const known = (shapes: readonly string[]) => fc.constantFrom(...shapes)

export const markdown = (most: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: repeated([...marks, ...tags], most) },
    {
      weight: 1,
      arbitrary: known(
        [
          '<math></math>'.repeat(1_000) + '<annotation></annotation>'.repeat(1_000),
          '**中'.repeat(12_000),
          '[a]('.repeat(12_000),
          '|a'.repeat(5_000) + '\n' + '|-'.repeat(5_000),
          '<'.repeat(49_000),
        ].map((text) => text.slice(0, most)),
      ),
    },
  )

export const formula = (most: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom('$', '$$', '\n$$\n'), repeated(formulas, most - 12))
    .map(([mark, text]) => `${mark}${text}${mark}`)

export const program = (most: number): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: repeated(programs, most) },
    { weight: 1, arbitrary: known(['$'.repeat(24_000), '[a]('.repeat(3_000)].map((text) => text.slice(0, most))) },
  )

export const language = fc.constantFrom(...languages)

export const fence = (most: number): fc.Arbitrary<string> =>
  fc.tuple(language, program(most - 20)).map(([name, text]) => `\`\`\`${name}\n${text}\n\`\`\``)
