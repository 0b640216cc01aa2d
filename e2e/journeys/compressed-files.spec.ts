import { expect, test } from '../journey.ts'

test('a visitor’s browser gets scripts and styles compressed, to keep for good @desktop', async ({ page }) => {
  const assets: { url: string; headers: Record<string, string> }[] = []
  page.on('response', (response) => {
    if (/\/assets\/.*\.(js|css)$/.test(response.url()))
      assets.push({ url: response.url(), headers: response.headers() })
  })
  await page.goto('/login')
  await expect(page.locator('h1')).toBeVisible()
  expect(assets.length).toBeGreaterThan(1)
  for (const { url, headers } of assets) {
    expect(headers['content-encoding'], url).toBe('br')
    expect(headers['cache-control'], url).toContain('immutable')
  }
})
