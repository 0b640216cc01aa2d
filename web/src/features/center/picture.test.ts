// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { uploadPicture } from './picture.ts'

afterEach(() => vi.unstubAllGlobals())

const upload = (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', answer)
  return uploadPicture(new Blob(['x']))
}

test('a student without a network reads about the picture what every page says of it', async () => {
  const broken = upload(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(broken).rejects.toThrow('网络连接失败，请检查网络后再试')
})

test('a student whose picture meets a server that says nothing readable is told the number of its answer', async () => {
  const silent = upload(async () => new Response('<html>', { status: 502 }))
  await expect(silent).rejects.toThrow('请求失败，状态码502')
})
