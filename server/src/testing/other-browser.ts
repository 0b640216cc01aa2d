/**
 * A browser as another server sees it: it keeps cookies, follows redirects, and stops where this product takes over.
 */
export type OtherBrowser = {
  /** Follows redirects from an address of the other server until one that begins with `home`. */
  follow: (url: string, home: string) => Promise<string>
}

/** A browser with an empty cookie jar. */
export const otherBrowser = (): OtherBrowser => {
  const jar = new Map<string, string>()
  return {
    follow: async (begin, home) => {
      let url = begin
      for (let hops = 0; hops < 12; hops += 1) {
        if (url.startsWith(home)) return url
        const answer = await fetch(url, {
          redirect: 'manual',
          headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '), accept: 'text/html' },
        })
        for (const cookie of answer.headers.getSetCookie()) {
          const [pair = ''] = cookie.split(';')
          const at = pair.indexOf('=')
          jar.set(pair.slice(0, at), pair.slice(at + 1))
        }
        const next = answer.headers.get('location')
        if (!next) throw new Error(`stuck at ${url}: ${answer.status} ${(await answer.text()).slice(0, 300)}`)
        url = new URL(next, url).href
      }
      throw new Error(`never came home from ${begin}`)
    },
  }
}
