// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { expect, onTestFinished, test } from 'vitest'
import { BannerPicture } from './banner-picture.tsx'

test('an administrator of a school below a path sees the picture of a banner from the address that the server named', async () => {
  document.head.innerHTML = '<meta name="base-path" content="/xuehui">'
  onTestFinished(() => void (document.head.innerHTML = ''))
  const image = '/xuehui/api/files/3?signature=a'
  const page = await openPage(<BannerPicture image={image} art="school" />)
  onTestFinished(() => page.close())
  expect(page.all('img').map((one) => one.getAttribute('src'))).toEqual([image])
})
