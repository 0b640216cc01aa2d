import { hash } from 'node:crypto'
import { Refusal } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { TooComplex } from '../workers/errors.ts'
import type { For } from '../workers/lane.ts'
import { asParagraphs, excerptOf, plainHtml } from './plain.ts'

/** The derived fields of a text that are stored beside its source. */
export type Written = {
  html: string
  /** The first lines without markup. */
  excerpt: string
  /** How many attempts to render it remain; 0 if it is rendered. */
  render_pending: number
}

/**
 * A text, the person a thread renders it for, and whether it is a post, which has no headings and can mention members.
 */
export type Text = { content: string; person: For; post?: { names: readonly string[] } }

/** How often a text that took too long is tried again before it stays as it was typed. */
export const moreTries = 3

const renderedBy = (
  app: Pick<App, 'workers'>,
  task: 'renderText' | 'renderTextAgain',
  { content, person, post }: Text,
) => {
  const input = { content, ...(post && { names: post.names }) }
  const keep = hash('sha256', JSON.stringify(input))
  return app.workers.run(task, input, { person, keep })
}

/** Safe HTML of a text that nobody keeps; refuses with `TOO_COMPLEX` what takes too long. */
export const previewOf = async (app: Pick<App, 'workers'>, text: Text): Promise<string> =>
  plainHtml(text.content) ?? (await renderedBy(app, 'renderText', text)).html

/**
 * Renders a text that is to be kept, outside of any transaction. What takes too long is kept as it was typed, to be
 * rendered later; only a full queue is refused, as overload.
 */
export const writtenText = async (app: Pick<App, 'workers' | 'log'>, text: Text): Promise<Written> => {
  const plain = plainHtml(text.content)
  if (plain !== null) return { html: plain, excerpt: excerptOf(plain), render_pending: 0 }
  try {
    return { ...(await renderedBy(app, 'renderText', text)), render_pending: 0 }
  } catch (error) {
    if (error instanceof Refusal && !(error instanceof TooComplex)) throw error
    if (!(error instanceof TooComplex)) app.log.error({ err: error }, 'a text could not be rendered')
    const html = asParagraphs(text.content)
    return { html, excerpt: excerptOf(html), render_pending: moreTries }
  }
}

/** Renders a stored text again in the background, with a longer time limit; null if it took too long again. */
export const writtenAgain = async (
  app: Pick<App, 'workers' | 'log'>,
  text: Text,
): Promise<Omit<Written, 'render_pending'> | null> => {
  try {
    return await renderedBy(app, 'renderTextAgain', text)
  } catch (error) {
    if (error instanceof Refusal && !(error instanceof TooComplex)) throw error
    if (!(error instanceof TooComplex)) app.log.error({ err: error }, 'a text could not be rendered again')
    return null
  }
}

const atOnce = 20

/** A text that waits to be rendered, with the number of remaining attempts. */
export type PendingText = Text & { id: number; render_pending: number }

export type PendingTexts<One extends PendingText> = {
  /** The oldest waiting texts. */
  list: (limit: number) => Promise<One[]>
  /** Stores the rendered text, or one remaining attempt less, unless the text was changed meanwhile. */
  keep: (
    row: One,
    became: { html: string; excerpt: string; render_pending: number } | { render_pending: number },
  ) => Promise<void>
}

/** Renders in the background, by a job, what took too long when it was written. */
export const renderLater = async <One extends PendingText>(
  app: Pick<App, 'workers' | 'log'>,
  { list, keep }: PendingTexts<One>,
): Promise<void> => {
  for (const row of await list(atOnce)) {
    const written = await writtenAgain(app, row)
    await keep(row, written ? { ...written, render_pending: 0 } : { render_pending: row.render_pending - 1 })
  }
}
