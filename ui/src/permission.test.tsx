import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Permission, RoleContext } from './permission.tsx'

const seenBy = (role: string | null, roles: ComponentProps<typeof Permission>['roles']): boolean =>
  renderToStaticMarkup(
    <RoleContext value={role}>
      <Permission roles={roles}>here</Permission>
    </RoleContext>,
  ) === 'here'

test('an element is there for the roles it lists, comes back when the role does, and is gone for others', () => {
  expect(['教师', '学生', '教师'].map((role) => seenBy(role, ['教师', '管理员']))).toEqual([true, false, true])
  expect(seenBy(null, ['教师'])).toBe(false)
})

test('an empty list is everybody, and the star is a role nobody has', () => {
  expect(seenBy('学生', [])).toBe(true)
  expect(seenBy(null, [])).toBe(true)
  expect(seenBy('学生', ['*'])).toBe(false)
})

test('roles that are no list are a mistake of whoever wrote it', () => {
  const wrong = '学生' as unknown as string[]
  expect(() => seenBy('学生', wrong)).toThrow(`need roles! Like v-permission="['admin','user']"`)
})
