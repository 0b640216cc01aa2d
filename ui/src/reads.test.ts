// @vitest-environment happy-dom
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { TransportFailed } from './fetch-transport.ts'
import { createQueryClient } from './reads.ts'
import { forgetRelogin, sessionBegins } from './session-end.ts'
import { hideToast, sayAgain, toasts } from './toast.ts'

const refusal = (msg: string, code = 0) => new CallFailed({ code, msg, time: 0, data: {} })
const said = () => toasts.get().map(({ text, kind }) => `${kind}: ${text}`)

const reading = () => {
  const client = createQueryClient()
  let asked = 0
  return (error: Error) =>
    client.fetchQuery({ queryKey: [(asked += 1)], queryFn: () => Promise.reject(error) }).catch(() => undefined)
}

beforeEach(() => {
  sayAgain()
  sessionBegins()
  for (const { id } of toasts.get()) hideToast(id)
  vi.restoreAllMocks()
})

test('every read that fails says its message, equal ones of one page once, however late; another page says it again', async () => {
  const read = reading()
  await read(refusal('服务器出了点问题'))
  await read(refusal('服务器出了点问题'))
  await read(refusal('请求太频繁'))
  expect(said()).toEqual(['error: 服务器出了点问题', 'error: 请求太频繁'])
  // The first of them is gone after five seconds, and the page is still loading.
  hideToast(toasts.get()[0]?.id ?? 0)
  await read(refusal('服务器出了点问题'))
  expect(said()).toEqual(['error: 请求太频繁'])
  sayAgain()
  await read(refusal('服务器出了点问题'))
  expect(said()).toEqual(['error: 请求太频繁', 'error: 服务器出了点问题'])
})

test.each([50008, 50012, 50014])('code %i says its message beside the dialog', async (code) => {
  await reading()(refusal('登录已失效', code))
  expect(said()).toEqual(['error: 登录已失效'])
})

test('a read that is answered after its person has logged out says nothing', async () => {
  forgetRelogin()
  await reading()(refusal('登录已失效', 50008))
  expect(said()).toEqual([])
})

test('without a network the banner speaks for all reads; with one that leads nowhere each says so', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await reading()(new TransportFailed('网络连接失败'))
  expect(said()).toEqual([])
  online.mockReturnValue(true)
  await reading()(new TransportFailed('网络连接失败'))
  expect(said()).toEqual(['error: 网络连接失败'])
})

test('a student is told nothing when a count behind the page could not be read, and of other reads as before', async () => {
  const client = createQueryClient()
  const queryFn = () => Promise.reject(new TransportFailed('网络连接失败'))
  await client.fetchQuery({ queryKey: ['count'], queryFn, meta: { quiet: true } }).catch(() => undefined)
  expect(said()).toEqual([])
  await client.fetchQuery({ queryKey: ['page'], queryFn, meta: {} }).catch(() => undefined)
  expect(said()).toEqual(['error: 网络连接失败'])
})
