import type { Early } from './app/early.ts'

/**
 * Runs while the rest of the site is on its way: asks for what the opened page reads first. Imports nothing, or it would
 * come as late as the rest; what it asks is what the pages ask, word for word, and they take the answers (app/early.ts).
 */
const base = (document.querySelector('meta[name="base-path"]')?.getAttribute('content') ?? '').replace(
  /(?<!\/)\/+$/,
  '',
)

const path = location.pathname.slice(base.length)

const ask = (token: string | null, language: string): Map<string, Promise<Response>> => {
  const answers = new Map<string, Promise<Response>>()
  const get = (path: string) => fetched('GET', path)
  const post = (path: string, body: object) => fetched('POST', path, JSON.stringify(body))
  const fetched = (method: string, path: string, body?: string) => {
    const headers: Record<string, string> = {
      'accept-language': language,
      ...(token && { token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const answer = fetch(base + path, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body !== undefined && { body }),
    })
    // Who takes it hears of a failure; where nobody does, it is nobody's.
    answer.catch(() => undefined)
    answers.set([method, base + path, token ?? '', language, body ?? ''].join(' '), answer)
  }
  get('/api/user/site')
  if (!token) return answers
  post('/api/student/getUserInfo', {})
  const query = new URLSearchParams(location.search)
  const [, guild] = /^\/square\/task_detail\/([1-9]\d{0,8})$/.exec(path) ?? []
  if (guild) {
    const type = /^(main|side|daily|event)$/.exec(query.get('type') ?? '')?.[0] ?? 'all'
    const [task] = /^[1-9]\d{0,8}$/.exec(query.get('task') ?? '') ?? []
    get(`/api/student/tasks_menu?guild_id=${guild}&type=${type}`)
    if (task) get(`/api/student/task_by_id?id=${task}`)
  }
  if (/^\/(square\/index|dashboard\/workplace)\/?$/.test(path)) {
    get('/api/student/doing_tasks_by_guild_id?guild_id=0&limit=100')
    get('/api/guild/guild_names_by_student')
    post('/api/index/getBanner', {})
  }
  return answers
}

/** The page of the log-in may stand in the document already (`painted.tsx`): until it is alive, what is pressed there is noted. */
const attend = (page: Element, language: string): void => {
  if (language !== document.documentElement.lang || location.hash) {
    page.replaceChildren()
    return
  }
  const [name, box] = page.querySelectorAll<HTMLInputElement>('[name=username],[type=checkbox]')
  const known = localStorage.getItem('remembered-username')
  if (name && box && known && !name.value) {
    name.value = known
    box.checked = true
  }
  page.addEventListener('click', ({ target }) => {
    if (page.hasAttribute('data-painted')) (target as Element).closest('button')?.setAttribute('data-pressed', '')
  })
}

try {
  const token = localStorage.getItem('token')
  const stored = localStorage.getItem('arco-locale')
  const language = stored === null || stored === 'zh-CN' ? 'zh-CN' : 'en-US'
  // Who has a token without its cookie is sent to log in; who has neither reads of the school on the pages before that.
  if (token ? document.cookie.includes('token=') : /^\/(login|register)?$/.test(path))
    (globalThis as Early).early = ask(token, language)
  const page = document.querySelector('[data-painted]')
  if (page) attend(page, language)
  // The first date a browser writes takes a slow phone 60 ms. While the scripts come it has nothing else to do.
  if (token) setTimeout(() => new Intl.DateTimeFormat(language))
} catch {
  // The browser blocks storage: the pages ask by themselves.
}
