import { expect, test } from 'vitest'
import { guilds } from './zh-CN/guilds.ts'
import { submissions } from './zh-CN/submissions.ts'
import { works } from './zh-CN/works.ts'

test('a teacher who calls herself 许老师 is named so, and one who gives her name is called a teacher', () => {
  const named = (name: string) => [guilds.teacher(name), works.teacher(name), submissions.reviewer(name, 'teacher')]
  expect(named('许老师')).toEqual(['许老师', '许老师', '许老师'])
  expect(named('何静')).toEqual(['何静老师', '何静老师', '何静老师'])
  expect(guilds.codeText('许老师')).toBe('邀请码可以向许老师要。')
  expect(guilds.codeText('')).toBe('邀请码可以向老师要。')
})
