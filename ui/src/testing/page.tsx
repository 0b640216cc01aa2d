import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, useLocation } from 'react-router'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** Draws a component as on a page, with a router and answers of its own; for tests in a document without a browser. */
export const openPage = async (
  children: ReactNode,
  address = '/',
  /** Hears of each read that failed, as what says it on the sites does. */
  onFailure: (error: unknown) => void = () => undefined,
) => {
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
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
  return {
    all,
    /** The element of a selector that is called so. */
    named,
    address: () => location,
    /** What is done to the page, with everything that comes of it. */
    doing: (work: () => unknown) => act(async () => void (await work())),
    press: (key: string, options: KeyboardEventInit = {}) =>
      act(async () => {
        const target = document.activeElement ?? document.body
        target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }))
      }),
    /** Writes into a field in place of what stands there, as whoever types does. */
    write: (field: HTMLElement, text: string) =>
      act(async () => {
        // React overlays the value of each field it draws: past that it is what a browser does.
        Object.getOwnPropertyDescriptor(field.constructor.prototype, 'value')?.set?.call(field, text)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    close: () =>
      act(async () => {
        root.unmount()
        element.remove()
      }),
  }
}
