// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { uploadFile } from './upload.ts'

vi.mock('tus-js-client', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

test('a teacher who speaks or chooses a file without a network reads that there is none, in no words of a browser', async () => {
  await expect(uploadFile(new File(['x'], 'voice.webm'), 'feedback', () => undefined)).rejects.toThrow('网络连接失败')
})
