type Page<T> = { list: T[]; next: string | null }

/** Reads all pages of a list; `ask` fetches one page, the first one without a cursor. */
export const everyPage = async <T>(ask: (from: { limit: number; after?: string }) => Promise<Page<T>>) => {
  const all: T[] = []
  for (let after = ''; ;) {
    const page: Page<T> = await ask({ limit: 100, ...(after && { after }) })
    all.push(...page.list)
    if (!page.next) return all
    after = page.next
  }
}
