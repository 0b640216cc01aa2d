// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { sendPicture } from './send-picture.ts'

vi.mock('tus-js-client', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

test('a student who chooses a picture without a network reads that there is none, in no words of a browser', async () => {
  await expect(sendPicture(new File(['x'], 'a.png'))).rejects.toThrow('网络连接失败')
})
