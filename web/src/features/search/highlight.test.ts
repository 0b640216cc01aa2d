import { expect, test } from 'vitest'
import { partsOf } from './highlight.tsx'

test.each([
  ['食堂排队要等多久', ['排队'], ['食堂', '排队', '要等多久']],
  ['Python 与 python3', ['python'], ['', 'Python', ' 与 ', 'python', '3']],
  ['a+b（a.b）', ['a', 'b'], ['', 'a', '+', 'b', '（', 'a', '.', 'b', '）']],
  ['食堂', ['.*'], ['食堂']],
  ['食堂', [], ['食堂']],
])('in %s the words %j are %j', (text, words, parts) => expect(partsOf(text, words)).toEqual(parts))
