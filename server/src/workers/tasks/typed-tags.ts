import type { MarkdownIt, Token } from 'markdown-it'
import { escaped } from '../../markdown/text.ts'
import { mathTags, textTags } from '../../markdown/tags.ts'

const inWorks = new Set([...textTags, ...mathTags, 'h1', 'h2'])
/** A post is written by hand: it emphasizes words, and all other tags in it are what it speaks about. */
const inPosts = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'del', 'ins', 'mark', 'kbd', 'sub', 'sup', 'code'])

const nameOf = (tag: string): string => /^<\/?([a-z][a-z0-9-]*)/i.exec(tag)?.[1]?.toLowerCase() ?? ''
const isComment = ({ content }: Token): boolean => content.startsWith('<!--')

/** The tags of a line that are closed in it, with those that close them. */
const pairsIn = (tags: readonly Token[]): ReadonlySet<Token> => {
  const paired = new Set<Token>()
  const open: Token[] = []
  for (const tag of tags) {
    const name = nameOf(tag.content)
    if (!tag.content.startsWith('</')) open.push(tag)
    else {
      const at = open.findLastIndex(({ content }) => nameOf(content) === name)
      if (at === -1) continue
      paired.add(tag).add(open[at] ?? tag)
      open.length = at
    }
  }
  return paired
}

const asWords = (token: Token): void => {
  token.type = 'text'
}

const beginning = /<(?!!--)(?:\/?([a-z][\w:-]*))?/gi

/** A passage of HTML: with its tags as far as a text may contain them, and the others as they were typed. */
const blockOf = (source: string): string => {
  const html = source.replaceAll(beginning, (found, name?: string) =>
    name !== undefined && inWorks.has(name.toLowerCase()) ? found : found.replace('<', '&lt;'),
  )
  // Without a tag or a comment it is a paragraph.
  if (html.includes('<')) return html
  return `<p>${escaped(source.trim()).replaceAll('\n', '<br />\n')}</p>\n`
}

/**
 * Keeps what somebody typed between angle brackets: `List<String>`, `#include <iostream>`, and a question about `<div>`
 * or `<script>`. Only tags that a text may contain are read as tags.
 */
export const keepTypedTags = (markdown: MarkdownIt, isPost: boolean): void => {
  if (isPost) markdown.block.ruler.disable('html_block')
  markdown.core.ruler.after('inline', 'typed_tags', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type === 'html_block') token.content = blockOf(token.content)
      const tags = (token.children ?? []).filter(({ type }) => type === 'html_inline')
      const pairs = isPost ? pairsIn(tags.filter(({ content }) => inPosts.has(nameOf(content)))) : null
      for (const tag of tags)
        if (pairs ? !pairs.has(tag) : !isComment(tag) && !inWorks.has(nameOf(tag.content))) asWords(tag)
    }
  })
}
