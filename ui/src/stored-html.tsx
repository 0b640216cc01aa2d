import { createElement } from 'react'
import styles from './stored-html.module.css'

type Policy = { createHTML: (html: string) => unknown }
type Factory = { createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => Policy }

/** The one policy through which HTML enters a page: text that the server has rendered and cleaned before storing it. */
const policy: Policy = (() => {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
  return factory ? factory.createPolicy('stored-html', { createHTML: (html) => html }) : { createHTML: (html) => html }
})()

/** Code, tables and formulas wider than the page scroll by themselves: with the keyboard as well. */
const reachScrollers = (root: HTMLElement | null) => {
  for (const box of root?.querySelectorAll<HTMLElement>('pre, table, math[display="block"]') ?? []) {
    if (box.scrollWidth > box.clientWidth + 1) box.setAttribute('tabindex', '0')
  }
}

/** Text of a person or a teacher, as the server's cleaned HTML; never for strings a browser has put together. */
export const StoredHtml = ({ html, className }: { html: string; className?: string }) =>
  createElement('div', {
    ref: reachScrollers,
    className: [styles.prose, className].filter(Boolean).join(' '),
    // oxlint-disable-next-line react/no-danger -- the only place where HTML enters a page, through the policy above
    dangerouslySetInnerHTML: { __html: policy.createHTML(html) as string },
  })
