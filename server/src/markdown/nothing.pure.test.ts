import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderWork } from '../workers/tasks/markdown.ts'
import { showsNothing } from './nothing.ts'
import { cpuTime } from '../testing/cpu-time.ts'

const invisible = /[\s\p{Cf}\p{Cc}\p{M}\u115f\u1160\u3164\uffa0\u2800\u00ad]/gu

/** Whether a text is visible once it is rendered. */
const isSeen = (source: string): boolean => {
  const { html } = renderWork(source)
  // Anything that is not a tag is visible, formulas included.
  return /<img /.test(html) || html.replaceAll(/<[^>]*>/g, '').replaceAll(invisible, '') !== ''
}

const pieces = [
  ...[
    '',
    ' ',
    '  ',
    '    ',
    '\n',
    '\n\n',
    '\t',
    '\u200b',
    '\u3164',
    '\u00a0',
    '&nbsp;',
    '&#160;',
    '\\',
    '\r\n',
    '\ue000',
  ],
  ...[
    '#',
    '# ',
    '#######',
    '-',
    '- ',
    '* ',
    '+',
    '1. ',
    '> ',
    '>',
    '***',
    '---',
    '___',
    '* * *',
    '**',
    '_',
    '~~',
    '===',
  ],
  ...[
    '`',
    '``',
    '```',
    '~~~',
    '$',
    '$$',
    '|',
    '|-|',
    ':',
    '!',
    '[',
    ']',
    '(',
    ')',
    '[]',
    '[]()',
    '![]()',
    '[ ]',
    '[x]',
  ],
  ...[
    '[a]: https://a.cn',
    '[a]: <',
    '![](https://)',
    '![](https://a.cn/b.png)',
    '[](/x)',
    '<',
    '>',
    '</',
    '<!--',
    '-->',
    '<!-- 藏着 -->',
    '<!---->',
  ],
  ...[
    '<p>',
    '</p>',
    '<br>',
    '<br/>',
    '<div>',
    '</div>',
    '<b title="x">',
    "<i a='b'>",
    '<math>',
    '</math>',
    '<a href=x>',
    '<1>',
    '<a@b.cn>',
    '<https://a.cn>',
  ],
  ...[
    '<script>',
    '</script>',
    '<img>',
    '<img src=x>',
    '<img src="/api/files/3">',
    '<hr>',
    '<details>',
    '<summary>',
    '<pre>',
    '</pre>',
    '<p',
    '<p a',
  ],
  ...['<?', '?>', '<!A', '<![CDATA[', ']]>'],
]

test('a text that somebody would see something of never counts as nothing', () => {
  const text = fc.array(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...pieces) },
      { weight: 1, arbitrary: fc.constantFrom('你', 'a', '。', '0') },
    ),
    {
      maxLength: 8,
    },
  )
  fc.assert(
    fc.property(text, (parts) => {
      const source = parts.join('')
      if (showsNothing(source)) expect(isSeen(source), JSON.stringify(source)).toBe(false)
    }),
    // Both were found by random runs: invisible text forms a paragraph, and ends where a paragraph ends.
    {
      numRuns: 400_000,
      examples: [[['\u200b', '<!--', '\n\n', '-->']], [['&nbsp;', '\n', '[a]: https://a.cn']], [['![]()', '\n', '* ']]],
    },
  )
})

test.each(['- &#160;', '- - &#160;\n- &#160;', '- 一\n- &#160;'])(
  'an item that is still empty, %j, shows nothing by itself',
  (source) => {
    expect(showsNothing(source)).toBe(!isSeen(source))
  },
)

test('whether a text shows nothing is decided in a moment, whatever it is made of', () => {
  for (const piece of [
    ...pieces,
    '<math></math>',
    '<annotation></annotation>',
    '- - ',
    '> > ',
    '<b a="',
    '<b a=b ',
    '<!--a',
    '[](',
    '![](https://',
    '[a]: ',
  ]) {
    const source = piece.repeat(Math.ceil(50_000 / Math.max(1, piece.length)))
    const began = cpuTime()
    showsNothing(source)
    showsNothing(`${source}\n${source}`)
    expect(cpuTime() - began, JSON.stringify(piece)).toBeLessThan(400)
  }
})
