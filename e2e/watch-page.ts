import type { Page } from '@playwright/test'

/**
 * Collects what no page of the product may do: call another origin, violate the content policy, throw an uncaught
 * error, lose the focus to the page after a press.
 */
export const watchPage = (page: Page, url: string): string[] => {
  const problems: string[] = []
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (/^https?:|^wss?:/.test(protocol) && origin !== url) problems.push(`request to ${request.url()}`)
  })
  page.on('console', (message) => {
    if (/content security policy|trusted ?types?|refused to|the focus fell to the page/i.test(message.text()))
      problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(`${error.name}: ${error.message}`))
  return problems
}
