import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showsNothing } from '../../markdown/nothing.ts'
import { pictureIdsOf, withPictures } from '../../markdown/pictures.ts'
import { renderedHtml, renderMarkdown, renderText, renderWork } from './markdown.ts'
import { cpuTime } from '../../testing/cpu-time.ts'

test('a student writes headings, bold words, code and a formula, and sees them', () => {
  const html = renderMarkdown('# 实验\n\n**结论：**成立 $x^2$\n\n```js\nconst a = 1\n```')
  expect(html).toContain('<h3>实验</h3>')
  expect(html).toContain('<strong>结论：</strong>成立')
  expect(html).toContain('<msup><mi>x</mi><mn>2</mn></msup>')
  expect(html).toContain('<span class="hljs-keyword">const</span>')
})

test('a teacher’s notice whose paragraphs are indented is read as paragraphs, and a program as a program', () => {
  const notice = ['各位同学：', '', '    一、时间：12月1日', '    二、地点：阶梯教室', '', '    3. 带好课本'].join('\n')
  const html = renderMarkdown(notice)
  expect(html).toContain('<p>一、时间：12月1日<br />\n二、地点：阶梯教室</p>')
  expect(html).not.toContain('<pre>')
  expect(html).toContain('带好课本</li>')
  expect(renderMarkdown('看：\n\n    # 循环\n    print("你好")')).toContain('<pre><code># 循环\nprint(')
  expect(renderMarkdown('- 一\n\n        二级代码')).not.toContain('<pre>')
})

test('a row of dashes that a teacher draws below a notice is a line, and no heading of all that stands above it', () => {
  const notice = '各位家长：\n明天上午8点开家长会。\n------\n高一年级组'
  expect(renderMarkdown(notice)).toBe('<p>各位家长：<br />\n明天上午8点开家长会。</p>\n<hr />\n<p>高一年级组</p>')
  expect(renderMarkdown('周五下午放假。\n=====\n政教处')).toBe('<p>周五下午放假。</p>\n<hr />\n<p>政教处</p>')
  expect(renderMarkdown('- 带笔\n  带本\n  ---\n- 到齐')).not.toMatch(/<h\d/)
  expect(renderMarkdown('一、时间\n------\n12月1日')).toMatch(/^<h4>一、时间<\/h4>/)
})

test('sizes in a notice keep their signs, and emphasis stays emphasis', () => {
  expect(renderMarkdown('照片2*3cm、5*7cm')).toBe('<p>照片2*3cm、5*7cm</p>')
  expect(renderMarkdown('共**10**分，*3*天')).toBe('<p>共<strong>10</strong>分，<em>3</em>天</p>')
})

test('what runs, styles or names things in a page is taken out of a text', () => {
  const html = renderMarkdown(
    '<img src=x onerror=alert(1)><script>alert(1)</script><b style="color:red" id="root" onclick="x()">粗</b>[x](javascript:alert(1))<a href="//evil.cn">y</a>',
  )
  expect(html).not.toMatch(/<script|onerror=|onclick=|style=|id=|href/)
  expect(html).toContain('<b>粗</b>')
})

test.each([
  '遍历 List<String> list 和 vector<int> v',
  '#include <iostream>',
  '用 <iostream> 头文件',
  '把 <script> 放在 <body> 最后，<title> 写什么',
  '<div class="box"> 为什么不居中',
  '<script>\nalert(1)\n</script>\n后面',
  '<!DOCTYPE html>',
  '<?php echo 1 ?>',
])('a student who writes %s in a work or a question reads all of it', (source) => {
  const read = (html: string) =>
    html
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
  expect(read(renderMarkdown(source))).toBe(source)
  expect(read(renderText({ content: source, names: [] }).html)).toBe(source)
})

test('in a question only emphasis is a tag, and every other tag is what it asks about', () => {
  const { html } = renderText({ content: '<p> 和 <br> 有什么区别？\nH<sub>2</sub>O 的 <b> 与<i>斜</i>', names: [] })
  expect(html).toBe('<p>&lt;p&gt; 和 &lt;br&gt; 有什么区别？<br />\nH<sub>2</sub>O 的 &lt;b&gt; 与<i>斜</i></p>')
})

test.each([
  ['3*4=12，5*6=30', '3*4=12，5*6=30'],
  ['2**3**2 和 a*b*c', '2**3**2 和 a*b*c'],
  ['__init__ 是什么', '__init__ 是什么'],
  ['这是*重点*，**注意**abc', '这是<em>重点</em>，<strong>注意</strong>abc'],
  [
    'if x:\n    f(x)\n\tg(x)\n结束',
    'if x:<br />\n\u00a0\u00a0\u00a0\u00a0f(x)<br />\n\u00a0\u00a0\u00a0\u00a0g(x)<br />\n结束',
  ],
])('a student who asks about %j reads it as it was typed', (content, html) => {
  expect(renderText({ content, names: [] }).html).toBe(`<p>${html}</p>`)
})

test('a product that a student typed in a work is no emphasis, and a word within a word is', () => {
  expect(renderMarkdown('3*4=12，5*6=30，un**believ**able，2*重点*3')).toBe(
    '<p>3*4=12，5*6=30，un<strong>believ</strong>able，2<em>重点</em>3</p>',
  )
})

test('the columns of a table keep their sides without a style', () => {
  const html = renderMarkdown('| a | b |\n|:-:|--:|\n| 1 | 2 |')
  expect(html).toContain('<td align="center">1</td>')
  expect(html).not.toContain('style')
})

test('a picture from elsewhere becomes a link, so that nobody learns who reads the text', () => {
  const html = renderMarkdown('![日出](https://elsewhere.cn/a.png)')
  expect(html).not.toContain('<img')
  expect(html).toContain('href="https://elsewhere.cn/a.png"')
})

test('a picture of one’s own gets the address its reader may load, or leaves its description', () => {
  const html = renderMarkdown('![日"出](/api/files/12) ![月](/api/files/13)')
  expect(pictureIdsOf(html)).toEqual([12, 13])
  const read = withPictures(html, (id) => (id === 12 ? '/api/files/12?sign=a&until=1' : null))
  expect(read).toContain('<img src="/api/files/12?sign=a&amp;until=1" alt="日&quot;出"')
  expect(read).toContain('<span>月</span>')
})

test.each([
  '',
  ' \n\t',
  '<p><br></p>',
  '&nbsp;',
  '\u200b\u2060\u3164',
  '#',
  '- ',
  '> ',
  '***',
  '<p></p>',
  '<!-- 藏着 -->',
  '[a]: https://a.cn',
  '![](https://)',
  '<math></math>',
])('markup without anything to see is empty: %j', (source) => {
  expect(showsNothing(source)).toBe(true)
})

test.each(['。', '0', '<b>x</b>', '![](/api/files/3)', '$x$', '```\na\n```', '🙂', 'ﷺ', '<p>a</p>'])(
  'a sign, a picture or a formula is something: %j',
  (source) => {
    expect(showsNothing(source)).toBe(false)
  },
)

test('the first lines are shown without markup and never end in half a character', () => {
  expect(renderWork('# 标题\n\n第一行 **粗** <b>体</b> 1 &lt; 2 $x^2$').excerpt).toBe('标题 第一行 粗 体 1 < 2 x^2')
  const long = renderWork('😀'.repeat(500)).excerpt
  expect([...long]).toHaveLength(161)
  expect(long.isWellFormed()).toBe(true)
})

test('a text without markup reads the same by the short way as by the long one', () => {
  const letters = fc.constantFrom(
    '你',
    '好',
    'a',
    'Z',
    '7',
    '٣',
    'ß',
    '𠮷',
    '。',
    '“',
    '—',
    '…',
    ' ',
    ' ',
    '\n',
    '\n',
    '\n\n',
    '1',
    '-',
    '.',
    '*',
    '\u3000',
    'é',
  )
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 30 }), (parts) => {
      const source = parts.join('')
      expect(renderMarkdown(source)).toBe(renderedHtml(source))
    }),
    { numRuns: 3_000 },
  )
})

test('a text made to be slow is answered as it was typed, and others are not held up', () => {
  const columns = '|'.padEnd(2_000, 'a|')
  const table = `${columns}\n${'|'.padEnd(2_000, '-|')}\n${'|\n'.repeat(20_000)}`
  const formulas = '$x$ '.repeat(12_000)
  const started = cpuTime()
  expect(renderMarkdown(table).startsWith('<pre>')).toBe(true)
  expect(renderMarkdown(formulas).match(/<math/g)).toHaveLength(200)
  // Without the limits it takes several seconds on any machine.
  expect(cpuTime() - started).toBeLessThan(1_500)
})

const vectors = join(import.meta.dirname, '../../../../../shared/data/xss-vectors.json')

test('every known attack leaves a text in which nothing can run', ({ skip }) => {
  skip(!existsSync(vectors), 'the long list of attacks is not on this machine')
  const attacks = JSON.parse(readFileSync(vectors, 'utf8')) as { id: string; code: string }[]
  expect(attacks.length).toBeGreaterThan(900)
  const tag = /<\/?([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"<>]*")?)*)\s*\/?>/g
  for (const { code } of attacks) {
    const { html } = renderWork(code)
    // Every `<` that is left belongs to a whole tag, without a handler, a style or a name.
    expect(html.replaceAll(tag, ''), code).not.toContain('<')
    for (const [, name, attributes] of html.matchAll(tag)) {
      expect(name, code).not.toMatch(
        /^(?:script|style|iframe|svg|object|embed|form|input|button|meta|base|link|template|noscript|textarea)$/,
      )
      expect(attributes, code).not.toMatch(/\s(?:on\w+|style|id|name|srcset|xlink:href|formaction)=/)
      expect(attributes, code).not.toMatch(/(?:href|src)="(?!https?:\/\/|\/(?![/\\])|#|mailto:)/)
    }
  }
})
