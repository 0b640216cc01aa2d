import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, useLocation } from 'react-router'
import { onTestFinished } from 'vitest'
import { toasts } from '../toast.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/**
 * Renders a component as on a page, with its own router and query client; for tests in a document without a browser. A
 * page that is still open when its test ends, also one that failed, is closed then.
 */
export const openPage = async (
  children: ReactNode,
  address = '/',
  /** Called for each read that failed, like the failure messages of the sites. */
  onFailure: (error: unknown) => void = () => undefined,
) => {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    defaultOptions: { queries: { retry: false }, mutations: { retry: false, gcTime: Infinity } },
  })
  let location = address
  const Address = () => {
    const { pathname, search } = useLocation()
    useLayoutEffect(() => void (location = pathname + search))
    return null
  }
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[address]}>
          <Address />
          {children}
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
  const named = (selector: string, name: string): HTMLElement => {
    const found = all(selector).find((one) => (one.getAttribute('aria-label') ?? one.textContent).includes(name))
    if (!found) throw new Error(`no ${selector} is called ${name}`)
    return found
  }
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await act(async () => {
      root.unmount()
      element.remove()
    })
    client.clear() // kept answers have timers of minutes
  }
  onTestFinished(async () => {
    await close()
    toasts.set([])
  })
  return {
    all,
    /** The element of a selector whose label or text contains the name. */
    named,
    address: () => location,
    /** Runs an action on the page and waits for its effects. */
    doing: (work: () => unknown) => act(async () => void (await work())),
    press: (key: string, options: KeyboardEventInit = {}) =>
      act(async () => {
        const target = document.activeElement ?? document.body
        target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }))
      }),
    /** Replaces the text of a field, as a person who types would. */
    write: (field: HTMLElement, text: string) =>
      act(async () => {
        // React overrides the value property of its fields; the native setter acts as a browser does.
        Object.getOwnPropertyDescriptor(field.constructor.prototype, 'value')?.set?.call(field, text)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    close,
  }
}
