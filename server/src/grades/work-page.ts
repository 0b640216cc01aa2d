import type { TableValue } from '@tongchuang/contract/rules/csv.ts'
import { withPictures } from '../markdown/pictures.ts'
import { escaped } from '../markdown/text.ts'

/** What of a work stands on its page in an archive. */
export type PageOfWork = {
  /** In the language of the downloading user: `zh-CN`. */
  language: string
  title: string
  /** Who handed it in, when and for what: a name and a value each. */
  facts: readonly (readonly [name: string, value: TableValue])[]
  /** The written text, as safe HTML; empty until it is rendered. */
  html: string
  /** The written text as it was typed. */
  content: string
  links: readonly string[]
  /** The questions of the task with the answers, as lines. */
  answers: string
  /** The name in the archive of each picture of the text, by file id. */
  pictures: ReadonlyMap<number, string>
}

const style = `
body { max-width: 46em; margin: 2em auto; padding: 0 1em; font: 16px/1.7 "Noto Sans SC", "Microsoft YaHei", sans-serif; overflow-wrap: anywhere; }
table { border-collapse: collapse; } th, td { padding: 2px 10px; border: 1px solid #999; text-align: left; vertical-align: top; }
.facts { margin-bottom: 1.5em; font-size: 14px; } .typed, pre { white-space: pre-wrap; } img { max-width: 100%; }
`

const quoted = (text: string): string => escaped(text).replaceAll('"', '&quot;')

/** A picture lies beside the page: no name may lead anywhere else. */
const beside = (name: string): string => `./${encodeURIComponent(name)}`

const linkTo = (link: string): string =>
  /^https?:\/\//i.test(link)
    ? `<li><a href="${quoted(link)}" rel="noreferrer noopener">${escaped(link)}</a></li>`
    : `<li>${escaped(link)}</li>`

/**
 * A work as a page of its own, which any browser and Word open. It is complete without a network, and its policy lets
 * nothing in it run, load from elsewhere or send: the words are a student’s.
 */
export const pageOfWork = (work: PageOfWork): string => {
  const { language, title, facts, html, content, links, answers, pictures } = work
  const text =
    html === '' ? `<p class="typed">${escaped(content)}</p>` : withPictures(html, (id) => at(pictures.get(id)))
  return [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escaped(title)}</title><style>${style}</style></head><body>`,
    `<h1>${escaped(title)}</h1>`,
    `<table class="facts">${facts.map(([name, value]) => `<tr><th>${escaped(name)}</th><td>${escaped(String(value ?? ''))}</td></tr>`).join('')}</table>`,
    ...(content === '' ? [] : [text]),
    ...(links.length === 0 ? [] : [`<ul>${links.map(linkTo).join('')}</ul>`]),
    ...(answers === '' ? [] : [`<p class="typed">${escaped(answers)}</p>`]),
    '</body></html>\n',
  ].join('\n')
}

const at = (name: string | undefined): string | null => (name === undefined ? null : beside(name))
