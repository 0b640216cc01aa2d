import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../journey.ts'

for (const language of ['zh-CN', 'en-US'] as const) {
  test.describe(language, () => {
    test.use({ language })

    for (const path of ['/login', '/register', '/nowhere']) {
      test(`anyone can read ${path}`, async ({ page }) => {
        const answer = await page.goto(path)
        expect(answer?.status()).toBe(path === '/nowhere' ? 404 : 200)
        await expect(page.locator('h1')).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expectAccessible(page)
      })
    }
  })
}

test('what a browser loads comes compressed and stays for a year @desktop', async ({ page }) => {
  const assets: { url: string; headers: Record<string, string> }[] = []
  page.on('response', (response) => {
    if (/\/assets\/.*\.(js|css)$/.test(response.url())) assets.push({ url: response.url(), headers: response.headers() })
  })
  await page.goto('/login')
  await expect(page.locator('h1')).toBeVisible()
  expect(assets.length).toBeGreaterThan(1)
  for (const { url, headers } of assets) {
    expect(headers['content-encoding'], url).toBe('br')
    expect(headers['cache-control'], url).toContain('immutable')
  }
})
