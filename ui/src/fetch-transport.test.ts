import { accounts } from '@tongchuang/contract/accounts.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { CallFailed, createSend } from '@tongchuang/contract/sender.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { createFetchTransport, failureText, TransportFailed } from './fetch-transport.ts'
import { setLanguage } from './language.ts'
import { connect, send, sendQuietly } from './send.ts'
import { beforeSessionEnds, sessionDialog, stayLoggedOut } from './session-end.ts'
import { hideToast, toasts } from './toast.ts'

type Seen = { url: string; method: string | undefined; headers: Record<string, string>; body: unknown }

const seen: Seen[] = []
let token: string | null = 'abc'
let cookieGone = false
let expired = 0
let answer: () => Promise<Response> | Response = () => Response.json({ code: 1, msg: 'ok', time: 0, data: {} })

const envelope = (code: number, msg = '登录已过期', status = 200) =>
  Response.json({ code, msg, time: 0, data: { reason: 'EXPIRED' } }, { status })
const transport = createFetchTransport({
  session: { token: () => token, isExpired: () => cookieGone },
  base: '/school',
  onExpired: () => (expired += 1),
  fetch: async (url, init) => {
    seen.push({
      url: String(url),
      method: init?.method,
      headers: init?.headers as Record<string, string>,
      body: init?.body,
    })
    return answer()
  },
})
const call = createSend(transport)

beforeEach(() => {
  seen.length = 0
  token = 'abc'
  cookieGone = false
  expired = 0
  setLanguage('zh-CN')
  connect(transport)
  stayLoggedOut()
  for (const toast of toasts.get()) hideToast(toast.id)
})

test('a call carries the token in its header, the language of the page and its input', async () => {
  answer = () =>
    Response.json({ code: 1, msg: '', time: 0, data: { ticket: 't', expires_in: 60, url: '/admin/login' } })
  await call(accounts.roleTicket, { role: 'teacher' })
  expect(seen[0]).toMatchObject({ url: '/school/api/user/role_ticket', method: 'POST', body: '{"role":"teacher"}' })
  expect(seen[0]?.headers).toMatchObject({ token: 'abc', 'accept-language': 'zh-CN' })
  token = null
  await call(accounts.roleTicket, { role: 'teacher' })
  expect(seen[1]?.headers).not.toHaveProperty('token')
})

test('a refusal comes as CallFailed with its reason, also on a status that is none of 2xx', async () => {
  answer = () =>
    Response.json({ code: 0, msg: '操作太频繁', time: 0, data: { reason: 'TOO_FAST', seconds: 9 } }, { status: 429 })
  const failure = await call(accounts.logout).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CallFailed)
  expect(failure).toMatchObject({ reason: 'TOO_FAST', message: '操作太频繁', data: { seconds: 9 } })
})

test('a read that a full server turns away is asked again; a write is not', async () => {
  const busy = () =>
    Response.json(
      { code: 0, msg: '现在人太多', time: 0, data: { reason: 'BUSY' } },
      { status: 503, headers: { 'retry-after': '0' } },
    )
  answer = () => (seen.length < 3 ? busy() : Response.json({ code: 1, msg: '', time: 0, data: { doors: {} } }))
  await call(accounts.site)
  expect(seen).toHaveLength(3)
  await expect(call(accounts.logout)).resolves.toBeDefined()
  seen.length = 0
  answer = busy
  await expect(call(accounts.logout)).rejects.toMatchObject({ reason: 'BUSY' })
  expect(seen).toHaveLength(1)
})

test('an answer that is no envelope is named by its status, a lost network and a cancelled call in the words of the specification', async () => {
  setLanguage('en-US')
  answer = () => new Response('<html>', { status: 502 })
  await expect(call(accounts.logout)).rejects.toThrow('Request failed with status code 502')
  answer = () => Promise.reject(new TypeError('fetch failed'))
  await expect(call(accounts.logout)).rejects.toThrow(/^Network Error$/)
  answer = () => Promise.reject(new DOMException('', 'AbortError'))
  await expect(call(accounts.logout)).rejects.toThrow(/^Request aborted$/)
  setLanguage('zh-CN')
  answer = () => Promise.reject(new TypeError('fetch failed'))
  const failure = await call(accounts.logout).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(TransportFailed)
  expect(failureText(failure)).toContain('网络连接失败')
})

test('a call waits without end, unless it was told how long; then it is given up in the words of the specification', async () => {
  setLanguage('en-US')
  let signal: AbortSignal | null | undefined
  const sendWithin = (timeout?: number) =>
    createSend(
      createFetchTransport({
        session: { token: () => null, isExpired: () => false },
        base: '',
        onExpired: () => undefined,
        ...(timeout === undefined ? {} : { timeout }),
        fetch: async (_, init) => {
          signal = init?.signal
          if (!signal) return Response.json({ code: 1, msg: '', time: 0, data: null })
          return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal?.reason)))
        },
      }),
    )
  await sendWithin()(accounts.logout)
  expect(signal).toBeUndefined()
  await expect(sendWithin(5)(accounts.logout)).rejects.toThrow(/^timeout of 5 ms exceeded$/)
  setLanguage('zh-CN')
  await expect(sendWithin(5)(accounts.logout)).rejects.toThrow('请求超时（timeout of 5 ms exceeded）')
})

test('five calls that fail at once with an ended session show one message and one dialog, after the editors are safe', async () => {
  const order: string[] = []
  const leave = beforeSessionEnds(async () => {
    await Promise.resolve()
    order.push(`saved, dialog ${sessionDialog.get() ? 'open' : 'closed'}`)
  })
  let opened = 0
  const stop = sessionDialog.subscribe(() => (opened += sessionDialog.get() ? 1 : 0))
  answer = () => envelope(50014)
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => send(accounts.devices)))
  stop()
  leave()
  expect(results.every((result) => result.status === 'rejected')).toBe(true)
  expect(order).toEqual(['saved, dialog closed'])
  expect(opened).toBe(1)
  expect(toasts.get().map((toast) => toast.text)).toEqual(['登录已过期'])
})

test.each([50008, 50012, 50014])('code %i opens the dialog, except on the profile', async (code) => {
  answer = () => envelope(code)
  await sendQuietly(profile.get).catch(() => undefined)
  expect(sessionDialog.get()).toBe(false)
  await sendQuietly(accounts.devices).catch(() => undefined)
  expect(sessionDialog.get()).toBe(true)
})

test('a student who chose to stay is not asked again by what reads in the background, but by an own action', async () => {
  answer = () => envelope(50008)
  await sendQuietly(accounts.devices).catch(() => undefined)
  stayLoggedOut()
  await sendQuietly(accounts.site).catch(() => undefined)
  expect(sessionDialog.get()).toBe(false)
  await sendQuietly(accounts.devices).catch(() => undefined)
  expect(sessionDialog.get()).toBe(true)
})

test('an answer to the token of before says nothing about the session of now', async () => {
  answer = () => {
    token = 'another'
    return envelope(50014)
  }
  await sendQuietly(accounts.devices).catch(() => undefined)
  expect(sessionDialog.get()).toBe(false)
})

test('a token that has lost its cookie ends the session on the next answer', async () => {
  answer = () => Response.json({ code: 1, msg: '', time: 0, data: [] })
  await call(accounts.devices)
  expect(expired).toBe(0)
  cookieGone = true
  await call(accounts.devices)
  expect(expired).toBe(1)
})

test('a failed call shows its message once, a quiet one none, and an empty message becomes Error', async () => {
  answer = () => Response.json({ code: 0, msg: '', time: 0, data: null })
  await expect(sendQuietly(accounts.logout)).rejects.toThrow('Error')
  expect(toasts.get()).toEqual([])
  await expect(send(accounts.logout)).rejects.toThrow('Error')
  await expect(send(accounts.logout)).rejects.toThrow('Error')
  expect(toasts.get().map((toast) => toast.text)).toEqual(['Error'])
})

test('an editor that fails to save does not keep the others from it', async () => {
  const saved = vi.fn()
  const leave = [beforeSessionEnds(() => Promise.reject(new Error('full'))), beforeSessionEnds(saved)]
  answer = () => envelope(50014)
  await sendQuietly(accounts.devices).catch(() => undefined)
  for (const off of leave) off()
  expect(saved).toHaveBeenCalledOnce()
  expect(sessionDialog.get()).toBe(true)
})
