import { expect, onTestFinished, test, vi } from 'vitest'
import { createSession } from './session.ts'
import { fullDevice } from './testing/full-device.ts'

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

test('a page speaks for nobody but whom it began with, whoever logs in on another page of the browser', () => {
  const { places, stored, jar } = browser()
  stored.set('token', 'first student')
  const [one, other] = [createSession('token', true, () => places), createSession('token', true, () => places)]
  expect(one.token()).toBe('first student')
  other.end()
  expect([one.token(), one.isTaken()]).toEqual([null, false])
  other.begin('second')
  expect([one.token(), one.isTaken(), one.isExpired()]).toEqual([null, true, false])
  expect([other.token(), other.isTaken()]).toEqual(['second', false])
  // Its end is not that of the other one.
  one.end()
  expect([other.token(), jar.get('token')]).toEqual(['second', 'second'])
  expect(one.token()).toBeNull()
})

test('who logs in again on the page whose session was over goes on there, and other pages of theirs begin anew', () => {
  const { places, stored } = browser()
  stored.set('token', 'yesterday')
  const [one, other] = [createSession('token', true, () => places), createSession('token', true, () => places)]
  expect([one.token(), other.token()]).toEqual(['yesterday', 'yesterday'])
  one.end()
  one.begin('today')
  expect([one.token(), one.isTaken()]).toEqual(['today', false])
  expect([other.token(), other.isTaken()]).toEqual([null, true])
})

test('a page before the log-in goes on with whoever logs in on another one', () => {
  const { places } = browser()
  const [one, other] = [createSession('token', true, () => places), createSession('token', true, () => places)]
  expect(one.token()).toBeNull()
  other.begin('abc')
  expect([one.isTaken(), one.token()]).toEqual([false, 'abc'])
})

test('a student logs in on a device that others have filled, for as long as the page stands', () => {
  const { places, stored, jar } = browser()
  stored.set('token', 'of-somebody-before')
  const full = { ...places, storage: { ...places.storage, setItem: fullDevice.setItem } }
  const session = createSession('token', true, () => full)
  session.begin('abc')
  expect([session.token(), session.isTaken(), session.isExpired()]).toEqual(['abc', false, false])
  session.end()
  expect([session.token(), jar.get('token')]).toEqual([null, undefined])
})

test('a student whose browser blocks cookies and storage logs in all the same, for as long as the page stands', () => {
  // What is written to a blocked jar is gone.
  vi.stubGlobal('document', {
    get cookie() {
      return ''
    },
    set cookie(_) {},
  })
  const real = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    if (real) Object.defineProperty(globalThis, 'localStorage', real)
    else Reflect.deleteProperty(globalThis, 'localStorage')
  })
  const session = createSession('token', true)
  expect([session.token(), session.isTaken(), session.isExpired()]).toEqual([null, false, false])
  session.begin('abc')
  expect([session.token(), session.isTaken(), session.isExpired()]).toEqual(['abc', false, false])
  session.end()
  expect(session.token()).toBeNull()
})
