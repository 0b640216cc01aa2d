import { expect, test } from 'vitest'
import { createSession } from './session.ts'

/** Local storage and cookies of a browser, as far as a session uses them. */
const browser = () => {
  const stored = new Map<string, string>()
  const jar = new Map<string, string>()
  const written: string[] = []
  const places = {
    storage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    cookies: {
      get cookie() {
        return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      },
      set cookie(text: string) {
        written.push(text)
        const [pair = '', ...attributes] = text.split('; ')
        const [name = '', value = ''] = pair.split('=')
        if (attributes.includes('max-age=0')) jar.delete(name)
        else jar.set(name, value)
      },
    },
  }
  return { places, stored, jar, written }
}

test('a student who logs in has the token in local storage and in a cookie of one day', () => {
  const { places, stored, jar, written } = browser()
  createSession('token', true, () => places).begin('abc')
  expect(stored.get('token')).toBe('abc')
  expect(jar.get('token')).toBe('abc')
  expect(written[0]).toContain('max-age=86400')
})

test('a student whose cookie has run out counts as expired, one without a token does not', () => {
  const { places, jar } = browser()
  const session = createSession('token', true, () => places)
  expect(session.isExpired()).toBe(false)
  session.begin('abc')
  expect(session.isExpired()).toBe(false)
  jar.delete('token')
  expect(session.isExpired()).toBe(true)
})

test('a cookie whose name only ends like ours is not ours', () => {
  const { places, jar } = browser()
  const session = createSession('token', true, () => places)
  session.begin('abc')
  jar.delete('token')
  jar.set('csrftoken', 'x')
  jar.set('admin_token', 'y')
  expect(session.isExpired()).toBe(true)
})

test('a student who logs out leaves neither token nor cookie, and the admin site keeps its own', () => {
  const { places, stored, jar } = browser()
  const student = createSession('token', true, () => places)
  createSession('admin_token', false, () => places).begin('staff')
  student.begin('abc')
  student.end()
  expect(student.token()).toBeNull()
  expect(jar.size).toBe(0)
  expect([...stored]).toEqual([['admin_token', 'staff']])
})
