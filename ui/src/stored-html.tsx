import { createElement, memo, useMemo } from 'react'
import styles from './stored-html.module.css'

type Policy = { createHTML: (html: string) => unknown }
type Factory = { createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy }

/** The one policy through which HTML enters a page: text that the server has rendered and cleaned before storing it. */
const policy: Policy = (() => {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
  return factory ? factory.createPolicy('stored-html', { createHTML: (html) => html }) : { createHTML: (html) => html }
})()

/** Makes code, tables and formulas wider than the page focusable, so that they scroll with the keyboard too. */
const reachScrollers = (root: HTMLElement | null) => {
  if (!root) return
  const look = () => {
    for (const box of root.querySelectorAll<HTMLElement>('pre, table, p, ul, ol, blockquote, math[display="block"]')) {
      if (box.scrollWidth > box.clientWidth + 1) box.setAttribute('tabindex', '0')
      else box.removeAttribute('tabindex')
    }
  }
  look()
  // A rotated phone, a wider pane or a late font may change what fits.
  const watcher = new ResizeObserver(look)
  watcher.observe(root)
  return () => watcher.disconnect()
}

/** Text written by a person, as HTML cleaned by the server; never for strings put together in a browser. */
export const StoredHtml = memo(({ html, className }: { html: string; className?: string }) => {
  // The policy returns a new object each time, which React would treat as new HTML, and a selection or mark in the text
  // would be lost.
  const trusted = useMemo(() => ({ __html: policy.createHTML(html) as string }), [html])
  return createElement('div', {
    key: html,
    ref: reachScrollers,
    className: [styles.prose, className].filter(Boolean).join(' '),
    'data-stored': '',
    // oxlint-disable-next-line react/no-danger -- the only place where HTML enters a page, through the policy above
    dangerouslySetInnerHTML: trusted,
  })
})

/** The plain text of stored HTML, one line per block; nothing is rendered. */
export const wordsOfStored = (html: string): string => {
  const page = new DOMParser().parseFromString(policy.createHTML(html) as string, 'text/html')
  for (const block of page.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, pre, blockquote, tr, br, figure'))
    block.append('\n')
  return page.body.textContent
}
